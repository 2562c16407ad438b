/* state.js: the state after a step as names and texts, which tables show and diffs compare. */

const valueText = value => value === null || value === undefined ? 'null' : String(value);

/* The value of each location in memory, by name: "a.mark", "a.field[0]", "want0". */
function stateValues(step) {
	const values = new Map();

	for (const [name, value] of Object.entries(step.memory))
		values.set(name, valueText(value));
	for (const object of step.heap)
		if (object.live)
			noteObject(values, object);
	for (const region of step.regions)
		noteMetadata(values, region.region, region.metadata);
	return values;
}

function noteMetadata(values, owner, metadata) {
	for (const [name, value] of Object.entries(metadata || {}))
		values.set(`${owner}.${name}`, valueText(value));
}

function noteObject(values, object) {
	noteMetadata(values, object.object, object.metadata);
	for (const [name, slots] of Object.entries(object.fields || {}))
		slots.forEach((value, i) => values.set(`${object.object}.${name}[${i}]`, valueText(value)));
}

/* What THREAD observes at LOCATION, or undefined: what memory has. */
function observedValue(step, location, thread) {
	const own = step.observed[location];

	return own && thread in own ? valueText(own[thread]) : undefined;
}

/* "scan_obj(a)", or "mark_obj(a) in the buffer of m". */
function unitText(unit) {
	const text = `${unit.kind}(${unitArguments(unit)})`;

	return unit.buffer ? `${text} in the buffer of ${unit.buffer}` : text;
}


/* A unit is written with or without its kind. */
function unitArguments(unit) {
	const text = unit.unit || '';
	const open = text.indexOf('(');

	return open >= 0 && text.endsWith(')') ? text.slice(open + 1, -1) : text;
}

function objectState(object) {
	if (object.live)
		return object.reachable ? 'reachable' : 'unreachable';
	return object.reachable ? 'freed, and reachable' : 'freed';
}

/* How many units there are of each text. */
function countUnits(units) {
	const counts = new Map();

	for (const unit of units)
		counts.set(unitText(unit), (counts.get(unitText(unit)) || 0) + 1);
	return counts;
}

function addAll(state, group, entries) {
	for (const [name, value] of entries)
		state.set(`${group}\t${name}`, [group, name, value]);
}

const onOff = (entries, on, off) => Object.entries(entries).map(([name, value]) => [name, value ? on : off]);

function registerEntries(step) {
	return Object.entries(step.registers).flatMap(([thread, registers]) =>
		Object.entries(registers).map(([name, value]) => [`${thread}: ${name}`, valueText(value)]));
}

function observedEntries(step) {
	return Object.entries(step.observed).flatMap(([location, threads]) =>
		Object.entries(threads).map(([thread, value]) => [`${location} by ${thread}`, valueText(value)]));
}

/* Everything in the state after a step: a map from a key to [group, name, value]. */
function flatState(step) {
	const state = new Map();

	addAll(state, 'value', stateValues(step));
	addAll(state, 'observed', observedEntries(step));
	addAll(state, 'waiting store', step.waiting.map(wait =>
		[`${wait.location} of ${wait.thread} (step ${wait.began})`, valueText(wait.value)]));
	addAll(state, 'object', step.heap.map(object => [object.object, objectState(object)]));
	addAll(state, 'place', step.heap.filter(object => (object.on || []).length)
		.map(object => [object.object, object.on.join(', ')]));
	addAll(state, 'root', Object.entries(step.roots).map(([name, value]) => [name, valueText(value)]));
	addAll(state, 'bucket', onOff(step.buckets, 'open', 'closed'));
	addAll(state, 'phase', onOff(step.phases, 'on', 'off'));
	addAll(state, 'mutator', Object.entries(step.mutators));
	addAll(state, 'pending', countUnits(step.pending));
	addAll(state, 'running', countUnits(step.running));
	addAll(state, 'register', registerEntries(step));
	return state;
}

/* What differs between two states: [group, name, value in A, value in B]; null where it is not. */
function stateDifference(a, b) {
	const before = flatState(a);
	const after = flatState(b);
	const differences = [];

	for (const key of new Set([...before.keys(), ...after.keys()])) {
		const [group, name] = before.get(key) || after.get(key);
		const old = before.has(key) ? before.get(key)[2] : null;
		const now = after.has(key) ? after.get(key)[2] : null;

		if (old !== now)
			differences.push([group, name, old, now]);
	}
	return differences;
}
