#!/bin/sh
# mutants.sh: mistakes in the text of a model, in generated C, and in the runtime that it is built
# with, are differences.  The mistakes are made by what gcdsl calls: SPIN, and the compiler of C.
. "${top_srcdir:=.}/tests/agree/begin.sh"
quick=$GCDSL_CC
mkdir verifiers

# The files to be changed are in the current folder, in one beside it, or in one with headers.  Tools run at the same time, so one of them
# changes files while the others wait.
cat > mutated << 'END'
for file in ./"$MUTANT_FILE" ../*/"$MUTANT_FILE" \
	$(for word; do case $word in -I/*) echo "${word#-I}/$MUTANT_FILE" ;; esac; done); do
	[ -f "$file" ] && [ ! -e "$file.sound" ] || continue
	cp "$file" "$file.sound"
	sed "$MUTANT" "$file.sound" > "$file"
	cmp -s "$file" "$file.sound" && exit 99
done
END
for tool in gcc "${SPIN:-spin}"; do
	name=mutating-$(basename "$tool")
	printf '#!/bin/sh\nexec 9>%s/lock\nflock 9\n. %s/mutated\n[ ! -f %s/%s-kept ] || . %s/%s-kept\nexec 9>&-\nexec %s "$@"\n' \
		"$PWD" "$PWD" "$PWD" "$tool" "$PWD" "$tool" "$tool" > "$name"
	chmod +x "$name"
done
spin=$PWD/mutating-$(basename "${SPIN:-spin}") gcc=$PWD/mutating-gcc

# Most of the time would go into the files of the runtime that have no mistake: their objects are those that all
# tests share.  Where a header has the mistake, all files are compiled.
cat > gcc-kept << END
sc=$runtime_sc tso=$runtime_tso
case " \$* " in *' -O0 '*) exec $quick "\$@" ;; esac # a verifier
END
cat >> gcc-kept << 'END'
sources=$(for word; do case $word in /*.c) echo "$word" ;; esac; done)
case $MUTANT_FILE in *.h) sources= ;; esac
if [ "$(printf '%s\n' "$sources" | wc -l)" -gt 1 ]; then
	case " $* " in *' -U__SANITIZE_THREAD__ '*) kept=$tso ;; *) kept=$sc ;; esac
	mistake=
	for source in $sources; do
		name=$(basename "$source" .c)
		if [ "$name.c" = "$MUTANT_FILE" ]; then
			mistake=$source
		else
			cp "$kept"/gcdsl/explored-*/"$name.o" . || exit
		fi
	done
	[ -n "$mistake" ] || exit 0
	# What is left of the words is flags.
	for word; do
		shift
		case $word in /*.c) ;; *) set -- "$@" "$word" ;; esac
	done
	set -- "$@" "$mistake"
fi
END

# What this test has compiled of the runtime: what tests share are links.
forget_runtime () {
	find cache/gcdsl -name 'explored-*' -type d -exec rm -rf {} +
}

# with_mistake FILE SED OPTION… SPECIFICATION: the comparison, with the mistake SED in FILE.
with_mistake () {
	file=$1 mistake=$2
	shift 2
	# What has no mistake may be kept: verifiers, which do not know that of a model, and the runtime.
	rm -rf cache/gcdsl/results* cache/gcdsl/verifiers
	case $file in
	*.pml)
		tool=SPIN=$spin
		tap_no_verifiers
		;;
	*)
		tool=GCDSL_CC=$gcc
		ln -s "$PWD/verifiers" cache/gcdsl/verifiers
		;;
	esac
	case $file in gcrt-* | regions.c) forget_runtime ;; esac
	env "$tool" MUTANT_FILE="$file" MUTANT="$mistake" "$GCDSL" agree --seconds 20 "$@" > said 2>&1 && status=0 || status=$?
	case $file in gcrt-* | regions.c) forget_runtime ;; esac
	return "$status"
}

# mutant FILE SED SPECIFICATION SCENARIO END WHAT: END is what only the C has (of a model: what only the
# model lacks), or how it fails.  $cannot is the first event of the C that the model cannot do, or empty;
# $then is what is said if it can do all, or empty.
cannot='' then=''
mutant () {
	tap_every 3 || return 0
	with_mistake "$1" "$2" "$top_srcdir/examples/$3.gc" --scenario "$4"
	tap_is "$6" "$?: $(sed -n -e 's/^only the C: //p' -e 's/^[a-z_]* sc: no/no/p' \
		-e 's/^[a-z_]* sc: \(data race: \)\([a-z]* [a-z]*\) .* and \([a-z]* [a-z]*\) .* there;.*/\1\2, \3/p' said)" "1: $5"
	[ -z "$cannot" ] || tap_is "$6: what the model cannot do" \
		"$(sed -n '/^No run of the model/{n;s/^ *[0-9]* *//;p;}' said)" "$cannot"
	[ -z "$then" ] || tap_is "$6: what the model does then" \
		"$(sed -n 's/^the model does all [0-9]* events of the C, and //p' said)" "$then"
}

two='a:mark=0{b,c} b:mark=0{null,null} c:mark=0{null,null} lost'
mutant stw.pml 's/free_cell(v_o);/skip;/' stw two_fields "end $two:freed roots=a" \
	'model: nothing is freed'
mutant stw.pml 's/mem_store(COLLECTOR, AT_mark(v_o), MEM_RELAXED, 0)/skip/' stw two_fields \
	"end $two:freed roots=a" 'model: marks stay'
mutant stw.pml 's/v_s < END_OF_field(v_o)/v_s < END_OF_field(v_o) - 1/' stw two_fields \
	"end $two:freed roots=a" 'model: the last field is not scanned'
mutant stw.pml 's/v_s < END_ROOT_OF(v_m)/v_s < END_ROOT_OF(v_m) - 1/' stw two_roots \
	'end a:mark=0{null} b:mark=0{null} lost:freed roots=a,b' 'model: the last root is not scanned'
mutant satb.pml 's/mem_store(x_who, v_s, MEM_RELAXED, v_new)/mem_store(x_who, v_s, MEM_RELAXED, NIL)/' \
	satb hung_under_new 'end c:mark=0{null} new1:mark=0{c} roots=null,new1 marking=0' \
	'model: a script stores null'
cannot='sweep_obj(lost) ends'
mutant stw.c 's/gcrt_free(worker, o_);/;/' stw two_fields "end $two:mark=0{c,lost} roots=a" \
	'C: nothing is freed'
cannot='sweep_obj(a) ends'
mutant stw.c 's/gcrt_store(gcrt_metadata(o_, STW_META_mark), 0, relaxed)/(void)0/' stw two_fields \
	'end a:mark=1{b,c} b:mark=1{null,null} c:mark=1{null,null} lost:freed roots=a' 'C: marks stay'
cannot='open trace'
mutant gcrt-kernel.c '/^struct gc_mutator .gcrt_first_mutator/,/^}/ s/return first ? first/return first \&\& first->next ? first->next/' \
	stw two_stacks 'end a:mark=0{c,null} b:freed c:mark=0{null,null} lost:freed roots=a,freed' 'runtime: a loop over mutators leaves the first out'
cannot=
mutant gcrt-request.c '/^static void act_begin_waiting/,/^}/ s/begun_of\[point.cycle\] + 1/begun_of[point.cycle] + 2/' stw two_fields 'no task can go on' \
	'runtime: who waits for a cycle waits for the one after'
mutant gcrt-phase.c '/^void gcrt_new_metadata/,/^}/ s/\.initial;/.initial + 1;/' satb allocate_marked \
	'end a:mark=0{new1} new1:mark=1{null} roots=a,null marking=0' 'runtime: new objects are marked'
then='no run that does them fails'
mutant gcrt-request.c '/^struct gcrt_ticket gcrt_request_cycle/,/^}/ s/gcrt_mutex_\(un\)*lock(&s->lock);//' \
	stw two_fields 'data race: the worker, mutator m' 'runtime: who asks for a cycle takes no lock'

tap_rest
# What a script stores is an address at which no object is.
sed 's/collect; }/collect;  write(a.field[0], a); }/' "$top_srcdir/tests/agree/order.gc" > stores.gc
with_mistake program.c '/^void program_store/,/^}/ s/_or_null(value)/((char *)value + 8)/' stores.gc --workers 2 || true
tap_is 'driver: an address at which no object is' "$(sed -n 's/^only the C: //p' said | sed 1q)" \
	'end a:last=1{unknown} roots=a'

# moving FILE SED SAID WHAT: how the C of copying.gc fails.
moving () {
	with_mistake "$1" "$2" "$top_srcdir/examples/copying.gc" --scenario shared
	tap_is "$4" "$?: $(sed -n 's/^shared sc: //p' said | sed 's,at /.*/,at ,; 1q')" "1: $3"
}
moving copying.c 's/^.*gcrt_copy(worker, o_, n_);$/;/' 'the assert at copying.gc:74 does not hold' 'C: nothing is copied'
moving gcrt-moving.c '/^static void .take_small/,/^}/ s/^.[*]list = [*](void [*][*])cell;$/;/' \
	'a cell is allocated while it holds cell2' 'runtime: a cell is allocated twice'

# other FILE SED SPECIFICATION SCENARIO SAID WHAT: what is said of it.
other () {
	with_mistake "$1" "$2" "$([ -f "$3" ] || echo "$top_srcdir/")$3" --scenario "$4"
	tap_is "$6" "$?: $(sed -n "s/^$4 sc: //p" said | sed 1q)" "1: $5"
}
other gcrt-parts.c 's/^.*gcrt_store(of_a, .*$/(void)of_a;/; s/^.*gcrt_store(of_b, .*$/(void)of_b, (void)former;/' \
	examples/semispace.gc shared 'an end that the model does not have' 'runtime: spaces that are exchanged keep their names'
other gcrt-parts.c '/^static void free_in_block/,/^}/ s/i < cells.count/i + 1 < cells.count/; /^static void free_in_block/,/^}/ s/size_t i = 0/size_t i = 1/' \
	examples/semispace.gc shared 'an end that the model does not have' 'runtime: an object of a space is not freed'
other semispace.c 's/gcrt_in_space(o_, 1)/gcrt_in_space(o_, 0)/' examples/semispace.gc shared 'use after free of object a, by a mutator' \
	'C: a test asks for another space'
other answers.c 's/long way_ = gcrt_in_range(\(.*\), 0, 2);/long way_ = gcrt_in_range(\1, 0, 1);/; s/^\(.*\)way_ == 2/\1gcdsl_answers_policy_wanted(o_) == 2/' \
	tests/agree/answers.gc one 'an end that the model does not have' 'C: a policy is asked twice'
other wordwise.c 's/gcrt_word_like(worker, \([a-z_0-9]*\), /gcrt_word_like(worker, ((struct gcrt_word){ \1.at + 1, 0 }), /' \
	tests/run/wordwise.gc leaf 'an end that the model does not have' 'C: a word is copied to the place of the next one'

differs='an end that the model does not have' less='an end that only the model has'
stopping=stopping.gc
sed 's/^option stops : bool = false/option stops : bool = true/' "$top_srcdir/tests/agree/taken.gc" > stopping.gc
other lines.c 's/gcrt_for_regions_of(o_, 7, l_) {/for (uintptr_t l_ = gcrt_region_of(o_, 7), once_ = 1; once_; once_ = 0) {/' \
	tests/agree/lines.gc reached "$differs" 'C: only the first line of an object is marked'
other gcrt-region.c '/gcrt_last_region/,/^}/ s/gcrt_last_granule(\(.*\)) >>/(\1) >>/' tests/agree/lines.gc reached \
	"$differs" 'runtime: an object lies on its first line alone'
other gcrt-region.c '/^void gcrt_free_region/,/^}/ s/if ((across = claim_across(.*)))/if ((across = 0))/' tests/agree/lines.gc reached "$differs" \
	'runtime: a line is freed without the object that begins before'
other gcrt-region.c '/^static size_t free_claimed/,/^}/ s/gcrt_store(gcrt_object_byte(object), 0, release);//' tests/agree/lines.gc reached "$differs" \
	'runtime: an object of a line stays'
other taken.c '/_line_fits/,/^}/ s/return .*/return true;/' "$stopping" beside "$differs" \
	'C: an allocation takes lines that do not fit'
other holes.c '/_line_fits/,/^}/ s/return .*/return false;/' tests/agree/holes.gc of_workers "$less" \
	'C: no line fits'
other regions.c '/^void driver_take_hole/,/^}/ s/int way = -1/int way = 2/' tests/agree/holes.gc of_workers "$less" \
	'driver: what was taken is not noted'
other regions.c '/^void driver_give_back_holes/,/^}/ s/gcx_see_signal(&taken\[by\]\[k\])/false/' "$stopping" beside "$differs" \
	'driver: nothing is given back'
other regions.c '/^void driver_take_hole/,/^}/ s/int way = -1/int way = 2/' tests/agree/taken.gc beside "$less" \
	'driver: mutators do not keep lines'

# weak FILE SED MEMORY SAID WHAT: what is said of buffering.gc under sc and this memory.
weak () {
	with_mistake "$1" "$2" "$top_srcdir/tests/agree/buffering.gc" --memory "sc,$3"
	tap_is "$5" "$?: $(sed -n -e 's/^only the \([Cm][a-z]*: .*\)/; \1/p' \
		-e 's/^s  *\([a-z]*\) .*[0-9]  \([a-z]*\).*/\1 \2/p' said | tr '\n' ' ')" "$4 "
}

# Only store buffers show these.
neither='end a:asked=1,missed=1,stale=1{a} roots=a'
weak buffering.pml 's/mem_fence(x_who, MEM_SEQ_CST);/skip;/' tso \
	"1: sc equal tso different ; model: $neither" 'model: a fence is missing'
if tap_all; then
	weak buffering.c 's/gcrt_fence(seq_cst);/;/' tso "1: sc equal tso different ; C: $neither" \
		'C: a fence is missing'
	weak buffering.c 's/gcrt_fence(seq_cst);/gcrt_fence(acq_rel);/' pso \
		"1: sc equal pso different ; C: $neither" 'C: a fence has a weaker order'
	weak gcrt-sync.h 's/__atomic_thread_fence(GCRT_ORDER_##order)/((void)0)/' tso \
		"1: sc equal tso different ; C: $neither" 'runtime: fences do nothing'
	weak buffering.c 's/gcrt_modify(fetch_or, gcrt_metadata(o_, BUFFERING_META_asked), 1, seq_cst)/gcrt_store(gcrt_metadata(o_, BUFFERING_META_asked), 1, relaxed)/' tso \
		"1: sc equal tso different ; C: $neither" 'C: a read-modify-write is a store'
fi
tap_done
