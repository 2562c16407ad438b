; Recursions that are deep, and one that does not end: an error, not a crash.
(define (depth n) (if (= n 0) 0 (+ 1 (depth (- n 1)))))
(print (depth 20000))

(define (build n) (if (= n 0) '() (cons n (build (- n 1)))))
(define (length list n) (if (null? list) n (length (cdr list) (+ n 1))))
(print (length (build 20000) 0))

(define (endless n) (+ 1 (endless n)))
(print (try (lambda () (endless 1)) (lambda (message) message)))
(print (depth 20000))
