; All ways to put n queens on a board: lists of columns, most of them garbage at once.
(define (safe? column distance queens)
  (or (null? queens)
      (and (not (= column (car queens)))
           (not (= column (+ (car queens) distance)))
           (not (= column (- (car queens) distance)))
           (safe? column (+ distance 1) (cdr queens)))))

(define (place row n queens)
  (if (= row n)
      1
      (let try-column ((column 0) (found 0))
        (if (= column n)
            found
            (try-column (+ column 1)
              (+ found (if (safe? column 1 queens)
                           (place (+ row 1) n (cons column queens))
                           0)))))))

(define (queens n) (place 0 n '()))
(print 'queens (queens 4) (queens 6) (queens 7))
