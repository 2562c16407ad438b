/* words.js: steps and operations in words, the same as those of `gcdsl trace'. */

const because = event => event.because ? `, because ${event.because}` : '';

const OPERATION_WORDS = {
	allocate: op => op.location ? `${op.location} = ${op.stored}, just allocated`
		: `${op.stored} is allocated`,
	all_stopped: () => 'all are stopped',
	changed: op => changeWords(op),
	choose: () => '',
	close: op => `‘${op.location}’ closes`,
	collect: () => 'asks for a cycle, and waits',
	completed: () => '',
	done: () => 'done',
	emit: op => `emits ${op.location}`,
	free: op => `${op.location} is freed`,
	full: () => 'finds no room',
	hold: op => `${op.location} = ${op.stored} is held back`,
	joined: () => 'is a mutator from here on',
	left: () => 'is no mutator any more',
	let_go: op => `${op.location} is held no longer`,
	needless: op => `${op.location} runs, and does nothing`,
	nothing: () => 'its object is null: nothing',
	open: op => `‘${op.location}’ opens${because(op)}`,
	phase: op => `${op.location} ${op.stored === '1' ? 'begins' : 'ends'}`,
	pinned: op => `pins ${op.location}`,
	received: op => `takes ${op.location}`,
	resume: () => 'the mutators may go on',
	stop: () => 'asks the mutators to stop',
	swapped: op => `‘${op.location}’ and ‘${op.stored}’ exchange their names`,
	unknown: op => `${op.location} is where no object is`,
	unrecorded: () => 'from here on the heap is not in the trace',
	waits: op => `waits for ${op.location}`,
	yield: () => '',
};

/* What a read, a write, or both did. */
function accessWords(op) {
	const location = op.location === null ? op.op : op.location;
	const found = op.found !== null && op.found !== undefined;
	const stored = op.stored !== null && op.stored !== undefined;

	if (found && stored)
		return op.found === op.stored ? `${location} stays ${op.stored}`
			: `${location}: ${op.found} → ${op.stored}`;
	if (found)
		return `${location} is ${op.found}`;
	return stored ? `${location} = ${op.stored}` : location;
}

/* A program's trace: what was found. */
function changeWords(op) {
	if (op.found === null)
		return `${op.location} is ${op.stored}, as found`;
	return op.stored === null ? `${op.location} is there no longer` : `${accessWords(op)}, as found`;
}

function operationWords(op) {
	return op.op in OPERATION_WORDS ? OPERATION_WORDS[op.op](op) : accessWords(op);
}

/* What happened in a step: "a.mark: 0 → 1; emits scan_obj(a)". */
function effectWords(step) {
	return step.operations.map(operationWords).filter(words => words !== '').join('; ');
}

const CLIENT_WORDS = {
	allocate: 'allocates',
	collect: 'calls for a collection',
	drop: 'drops a root',
	give: "sets a root of the heap's own",
	join: 'joins',
	leave: 'leaves',
	load: 'reads a slot',
	pin: 'pins an object',
	read_word: 'reads a word',
	receive: 'gets a reference from another',
	store: 'writes a slot',
	write_word: 'writes a word',
};

const subjectAndStatement = step => [step.subject, step.statement].filter(text => text).join(': ');

const STEP_WORDS = {
	begin: step => `cycle ${step.subject} begins`,
	claim: step => `takes ${step.subject}`,
	client: step => CLIENT_WORDS[step.subject] || step.subject,
	close: step => `‘${step.subject}’ closes${because(step)}`,
	end: step => `cycle ${step.subject} ends`,
	finish: () => 'the run is over',
	stuck: () => 'nobody can take a step',
	stall: () => 'all units that run wait, and no other worker is free',
	flush: step => `a ${step.subject} goes from the buffer to the pool`,
	go_on: () => 'the mutators go on',
	open: step => `‘${step.subject}’ opens${because(step)}`,
	perform: step => step.began ? `performs the store of step ${step.began}` : 'what was held back is stored',
	phase: step => `phase ${step.subject}`,
	quit: () => 'the mutators begin nothing any more',
	request: step => `cycle ${step.subject} is asked for`,
	start: () => 'the state at the start',
	stopped: () => 'stops',
};

/* What the thread does in a step. */
function stepWords(step) {
	const words = step.do in STEP_WORDS ? STEP_WORDS[step.do](step) : subjectAndStatement(step);

	return words || step.do;
}
