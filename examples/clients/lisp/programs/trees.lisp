; Binary trees: many die young, one lives long.
(define (tree depth)
  (if (= depth 0) '() (cons (tree (- depth 1)) (tree (- depth 1)))))

(define (nodes tree)
  (if (null? tree) 0 (+ 1 (nodes (car tree)) (nodes (cdr tree)))))

(define long-lived (tree 11))

(define (trees n depth total)
  (if (= n 0) total (trees (- n 1) depth (+ total (nodes (tree depth))))))

(print 'short-lived (trees 60 8 0))
(print 'short-lived (trees 4 11 0))
(print 'long-lived (nodes long-lived))

; Old objects get to know young ones, again and again.
(define vector (make-vector 1000 '()))
(define (churn n)
  (when (< 0 n)
    (vector-set! vector (remainder (* n 7919) 1000) (list n (vector-ref vector (remainder n 1000))))
    (when (= 0 (remainder n 16)) (vector-set! vector (remainder n 1000) '()))
    (churn (- n 1))))
(churn 20000)
(print 'length (vector-length vector))
