# doc: the reference, and the manual page.
dist_doc_DATA += doc/language.md doc/model.md
EXTRA_DIST += doc/hacking.md doc/embedding.md doc/runtime.md doc/errors
