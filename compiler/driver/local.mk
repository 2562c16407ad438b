# compiler/driver: the program.
