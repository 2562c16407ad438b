; Hash tables that grow, with strings as keys; what is deleted, and what is put again.
(define (key i) (string-append "key number " (number->string i)))

(define (fill table from to)
  (when (< from to)
    (table-set! table (key from) (* from from))
    (fill table (+ from 1) to)))

(define (check table from to wrong)
  (if (= from to)
      wrong
      (check table (+ from 1) to
        (if (= (table-ref table (key from) -1) (* from from)) wrong (+ wrong 1)))))

(define table (make-table))
(fill table 0 5000)
(print 'entries (table-count table) 'wrong (check table 0 5000 0))

(define (delete-even table i)
  (when (< i 5000)
    (table-delete! table (key i))
    (delete-even table (+ i 2))))
(delete-even table 0)
(print 'entries (table-count table) 'wrong (check table 0 5000 0))
(fill table 0 5000)
(print 'entries (table-count table) 'wrong (check table 0 5000 0))

; Keys of every kind.
(define mixed (make-table))
(define pair (cons 1 2))
(table-set! mixed 'name "a symbol")
(table-set! mixed 17 "a number")
(table-set! mixed pair "a pair, by what it is")
(table-set! mixed "17" "a string")
(print (table-ref mixed 'name) (table-ref mixed 17) (table-ref mixed "17")
       (table-ref mixed pair) (table-ref mixed (cons 1 2) 'none))

(define (length list n) (if (null? list) n (length (cdr list) (+ n 1))))
(print 'keys (length (table-keys table) 0))
