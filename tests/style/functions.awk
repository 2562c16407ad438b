# functions.awk: how many lines each function has: those between `{' and `}' in the first column.
FNR == 1 { start = 0 }
/^\{/ { start = FNR; next }
/^\}/ { if (start) print FNR - start - 1, FILENAME ":" start; start = 0 }
