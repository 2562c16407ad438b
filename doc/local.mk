# doc: the reference, and the manual page.
dist_man1_MANS += doc/gcdsl.1 doc/gcexplore.1
dist_doc_DATA += doc/language.md doc/model.md doc/ir-json.md doc/verify-json.md doc/campaigns.md doc/clusters.md doc/coverage.md \
  doc/events.md doc/dropped-statements.md doc/litmus.md doc/tutorial.md doc/collectors.md doc/peterson.md doc/staccato.md doc/memory.md doc/search.md doc/reductions.md doc/scheduling.md doc/weaken.md \
  doc/embedding.md doc/runtime.md doc/explore.md doc/agree.md doc/stepper.md doc/viewer.md doc/results.md
EXTRA_DIST += doc/hacking.md doc/errors doc/pictures

# The pictures of doc/collectors.md, in the source folder.  Needs Graphviz; tests/doc/pictures.sh says when they are out of date.
pictures: all
	for picture in $(srcdir)/doc/pictures/work-graphs/*.svg; do \
	  name=$$(basename "$$picture" .svg) && \
	  ./gcdsl compile "$(srcdir)/examples/$$name.gc" --target dot 2>/dev/null | dot -Tsvg >"$$picture.new" && \
	  mv "$$picture.new" "$$picture" || exit; \
	done
.PHONY: pictures
