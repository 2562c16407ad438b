; Strings of kilobytes, each made of two halves, which are garbage then.
(define (repeat string n)
  (cond ((= n 0) "")
        ((= n 1) string)
        (else (let ((half (repeat string (quotient n 2))))
                (string-append half half (if (= (remainder n 2) 1) string ""))))))

(define (sum string i total)
  (if (= i (string-length string))
      total
      (sum string (+ i 1) (+ total (string-ref string i)))))

(define (build n total)
  (if (= n 0)
      total
      (build (- n 1) (+ total (string-length (repeat "0123456789abcdef" n))))))

(print (repeat "ab" 5) (string-length (repeat "abc" 7000)))
(print (sum (repeat "ab" 1000) 0 0))
(print (build 1000 0))
(print (substring (repeat "0123456789" 900) 8995 9000))
(print (string<? "abc" "abd") (string<? "abc" "ab") (eq? (string-append "a" "b") "ab"))
(print (string->symbol (string-append "a" "bc")) (symbol->string 'abc) (eq? 'abc (string->symbol "abc")))
(print "quotes \" and \\ and
lines\n" (make-string 3 120))
