; Calls, and integers that are no objects.
(define (fib n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(print 'fib (fib 20))

; A loop is a call in tail position: it needs no stack.
(define (count-down n) (if (= n 0) 'done (count-down (- n 1))))
(print (count-down 300000))

(define (sum . numbers) (apply + numbers))
(print (sum) (sum 1) (sum 1 2 3))
(print (let loop ((i 0) (squares '())) (if (= i 5) squares (loop (+ i 1) (cons (* i i) squares)))))
(print (letrec ((even (lambda (n) (if (= n 0) #t (odd (- n 1)))))
                (odd (lambda (n) (if (= n 0) #f (even (- n 1))))))
         (even 101)))
(print (let* ((a 1) (b (+ a 1)) (a (* b 10))) (list a b)))
(print (cond ((< 2 1) 'no) ((= 1 1) 'yes 'indeed) (else 'never)))
(print (and 1 2 3) (and 1 #f 3) (or #f 2) (or) (and))
(define (counter)
  (define n 0)
  (lambda () (set! n (+ n 1)) n))
(define c (counter))
(c)
(print (c) ((counter)))
