# tests/style: rules that hold for every file.
