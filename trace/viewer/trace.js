/* trace.js: a trace, with what the page asks of it worked out once: its threads, its stores, where it
 * changes, and a text for the search. */

/* Members that a step may lack (in traces of version 1, and of kinds that do not have them). */
const EMPTY_STEP = {
	do: '', thread: '', subject: '', statement: '', because: null, where: null, repeats: false,
	operations: [], waiting: [], red: [], heap: [], regions: [], roots: {}, buckets: {}, phases: {}, mutators: {},
	pending: [], running: [], memory: {}, observed: {}, registers: {}, property: null,
};

function completeStep(step) {
	return { ...EMPTY_STEP, ...step };
}

/* Step 0 is the state at the start, if the heading has it. */
function firstStep(heading) {
	if (!heading.start)
		return null;
	return completeStep({ ...heading.start, step: 0, do: 'start' });
}

function guessRole(name) {
	if (/^memory\b/.test(name))
		return 'memory';
	return name.split(' ')[0];
}

const ownMemory = thread => `memory of ${thread.replace(/^(?!worker )\S+ /, '')}`;

/* The lane in which the stores of THREAD reach memory: its own, or that of all threads; or null. */
function memoryLane(threads, thread) {
	const lanes = threads.filter(other => other.role === 'memory').map(other => other.name);

	return lanes.find(name => name === ownMemory(thread)) ||
		lanes.find(name => !name.startsWith('memory of ')) || null;
}

/* A thread that holds a store has a lane for it, also if a fence or a stop brings all its stores into
 * memory, so that no step is one of that lane. */
function addMemories(threads, heading, steps) {
	const holders = new Set(steps.filter(step => step.operations.some(op => op.op === 'hold'))
		.map(step => step.thread));

	for (const thread of holders) {
		if (memoryLane(threads, thread))
			continue;
		if (heading.kind === 'collector')
			threads.splice(threads.findIndex(({ name }) => name === thread) + 1, 0,
				{ name: ownMemory(thread), role: 'memory' });
		else
			threads.push({ name: 'memory', role: 'memory' });
	}
}

/* The heading's threads, those that only steps name, and the memory of all that hold stores. */
function findThreads(heading, steps) {
	const threads = (heading.threads || []).slice();
	const known = new Set(threads.map(thread => thread.name));

	for (const { thread } of steps)
		if (thread !== '' && !known.has(thread)) {
			known.add(thread);
			threads.push({ name: thread, role: guessRole(thread) });
		}
	addMemories(threads, heading, steps);
	return threads;
}

/* All numbered stores: where they begin, and where they reach memory (Infinity: never). */
function findStores(steps) {
	const stores = new Map();

	for (const step of steps) {
		for (const op of step.operations)
			noteStore(stores, step, op);
		for (const wait of step.waiting)
			if (stores.has(wait.store))
				Object.assign(stores.get(wait.store), { where: wait.where });
		for (const mark of step.red)
			if (mark.rule === 'A' && stores.has(mark.store))
				stores.get(mark.store).overtaken = true;
	}
	return stores;
}

function noteStore(stores, step, op) {
	if (op.store === null || op.store === undefined)
		return;
	if (op.op === 'hold')
		stores.set(op.store, { store: op.store, thread: step.thread, location: op.location,
			value: op.stored, where: op.where || step.where, began: step.step,
			took: Infinity, overtaken: false });
	else if (stores.has(op.store)) {
		stores.get(op.store).took = step.step;
		step.began = stores.get(op.store).began;
	}
}

/* The numbers of the steps in which PART differs from that of the step before. */
function findChanges(steps, part) {
	const changes = [];
	let before = null;

	for (const step of steps) {
		const text = JSON.stringify(part(step));

		if (before !== null && text !== before)
			changes.push(step.step);
		before = text;
	}
	return changes;
}

/* The numbers of each thread's steps that have a place, in order. */
function findPlaces(steps) {
	const places = new Map();

	for (const step of steps)
		if (step.where) {
			if (!places.has(step.thread))
				places.set(step.thread, []);
			places.get(step.thread).push(step.step);
		}
	return places;
}

/* All locations by name: the heading's, or those of the first step that has any. */
function findLocations(heading, steps) {
	if (heading.locations && heading.locations.length)
		return heading.locations;
	const all = new Set();

	for (const step of steps)
		for (const location of stateValues(step).keys())
			all.add(location);
	return [...all];
}

/* The objects in the order in which they come to be, and the first step in which each lives. */
function findObjects(steps) {
	const objects = new Map();

	for (const step of steps)
		for (const object of step.heap)
			if (!objects.has(object.object) && (object.live || object.reachable))
				objects.set(object.object, step.step);
	return objects;
}

class Trace {
	constructor(name, lines) {
		const start = firstStep(lines[0]);

		this.name = name;
		this.heading = lines[0];
		this.end = lines[lines.length - 1];
		this.steps = lines.slice(1, -1).map(completeStep);
		this.first = start ? 0 : 1;
		this.work = this.heading.work || {};
		this.hasObserved = this.steps.some(step => Object.keys(step.observed).length > 0);
		if (start)
			this.steps.unshift(start);
		this.last = this.first + this.steps.length - 1;
		this.threads = findThreads(this.heading, this.steps);
		this.stores = findStores(this.steps);
		this.places = findPlaces(this.steps);
		this.objects = findObjects(this.steps);
		this.locations = findLocations(this.heading, this.steps);
		this.findLoop();
		this.findJumps();
		this.texts = this.steps.map(searchText);
	}

	/* From this step on the run repeats forever, or null. */
	findLoop() {
		const step = this.steps.find(one => one.repeats);

		this.loop = step ? step.step : null;
	}

	findJumps() {
		const ends = this.end.event === 'fail' ? [this.last] : [];
		const changes = findChanges(this.steps, step => step.property);

		this.jumps = {
			red: this.steps.filter(step => step.red.length > 0).map(step => step.step),
			bucket: findChanges(this.steps, step => step.buckets),
			phase: findChanges(this.steps, step => step.phases),
			property: [...new Set([...changes, ...ends])],
		};
	}

	/* The step with this number; the nearest one if there is none. */
	at(number) {
		return this.steps[this.clamp(number) - this.first];
	}

	clamp(number) {
		return Math.min(this.last, Math.max(this.first, number));
	}

	before(number) {
		return number > this.first ? this.at(number - 1) : null;
	}

	/* The last step with a place that THREAD has done by step NUMBER, or null. */
	lineOf(thread, number) {
		const numbers = this.places.get(thread) || [];
		const count = upperBound(numbers, number);

		return count ? this.at(numbers[count - 1]).where : null;
	}

	/* The stores whose bar is in the steps from LOW to HIGH. */
	storesBetween(low, high) {
		return [...this.stores.values()].filter(store => store.began <= high && store.took >= low);
	}
}

/* How many elements of the sorted NUMBERS are at most LIMIT. */
function upperBound(numbers, limit) {
	let low = 0;
	let high = numbers.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (numbers[middle] <= limit)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

function searchText(step) {
	const locations = step.operations.map(op => op.location || '');

	return [step.thread, stepWords(step), step.statement, step.subject, effectWords(step),
		...locations].join(' ').toLowerCase();
}

/* The threads that can observe other values than memory has: none, if no step has such a value. */
function observers(trace) {
	const isNumbered = ({ name }) => /^worker /.test(name);        // its stores wait
	const own = trace.threads.filter(thread => ['thread', 'mutator'].includes(thread.role) || isNumbered(thread));

	if (!trace.hasObserved)
		return [];
	return (own.length ? own : trace.threads.filter(thread => thread.role !== 'memory'))
		.map(thread => thread.name);
}
