; Out of memory is an error of the language: what was held is given up, and the program goes on.
(define (fill list) (fill (cons (make-string 1000 32) list)))
(define (hoard) (try (lambda () (fill '())) (lambda (message) 'no-room)))
(define (again n) (if (= n 0) 'enough (begin (hoard) (again (- n 1)))))

(print (hoard))
(print (again 5))
(print (try (lambda () (make-vector 1000000000000 0)) (lambda (message) 'no-room)))
(print (try (lambda () (make-string 100000000 0)) (lambda (message) 'no-room)))

; With something that lives through it.
(define kept (make-table))
(define (keep n)
  (when (< 0 n) (table-set! kept (number->string n) (make-vector 10 n)) (keep (- n 1))))
(keep 1000)
(print (hoard))
(define (sum n total)
  (if (= n 0) total (sum (- n 1) (+ total (vector-ref (table-ref kept (number->string n)) 9)))))
(print (sum 1000 0))

; In another thread, which has no room for its message either.
(define thread (spawn (lambda () (fill '()))))
(print (try (lambda () (join thread)) (lambda (message) 'no-room)))
(print (sum 1000 0))
