/* make-trace.mjs: writes a trace of a collector that does not exist, for tests of the page.
 *
 *	node make-trace.mjs STEPS SPECIFICATION [NAME=VALUE…]
 *
 * loop=N: the run repeats from step N on.  other=N: from step N on a worker does something else.
 * name=TEXT: the name of an object.  While the phase goes on, the property waits for its end. */
const [count, file] = [Number(process.argv[2]), process.argv[3]];
const given = Object.fromEntries(process.argv.slice(4).map(text => text.split(/=(.*)/s)));
const odd = given.name || 'lost';
const objects = ['a', 'b', 'c', 'd', 'e', odd];
const write = line => process.stdout.write(`${JSON.stringify(line)}\n`);

const heap = objects.map(object => ({ object, live: true, reachable: object !== odd,
	metadata: { mark: 0, age: 0 }, fields: { field: [null, null] } }));
const roots = { 'm.x': 'a', 'm.y': 'b', 'n.z': null };
const buckets = { start: true, trace: false, sweep: false };
const phases = { marking: false };
let waiting = [];
let pending = [{ kind: 'mark_obj', unit: 'a', buffer: null }];
let running = [];
let stores = 0;
let property = { state: 'holds', since: 0, waits: [] };

heap[0].fields.field = ['b', 'c'];
heap[1].fields.field = ['d', null];
heap[5].fields.field = ['c', odd];

const place = line => ({ file, line, column: 3 });
const op = (name, location, found, stored, line, store = null) =>
	({ op: name, order: 'relaxed', location, found, stored, where: place(line), store });
const slot = (object, i) => heap[objects.indexOf(object)].fields.field[i];
const pick = i => objects[(i * 7 + 3) % 5];

function hold(i, object, index) {
	const target = pick(i);
	const store = { store: ++stores, thread: 'mutator m', op: 'store', location: `${object}.field[${index}]`,
		value: target, began: i, where: place(10 + index) };

	waiting = [...waiting, store];
	return { do: 'script', thread: 'mutator m', statement: `write(${object}.field[${index}], ${target})`,
		where: store.where, operations: [op('hold', store.location, null, target, 10 + index, stores)] };
}

function perform(store) {
	const [, object, index] = /^(.*)\.field\[(\d)\]$/.exec(store.location);

	waiting = waiting.filter(other => other !== store);
	heap[objects.indexOf(object)].fields.field[index] = store.value;
	return { do: 'perform', thread: 'memory of m', where: null,
		operations: [op('store', store.location, null, store.value, store.where.line, store.store)] };
}

const redMark = (store, rule, thread, location) => ({ store: store.store, rule, thread, op: 'load', location,
	why: `\`${store.location} = ${store.value}\` of ${store.thread} (step ${store.began}) is missed: rule ${rule}.` });

function load(thread, object, line, rule) {
	const location = `${object}.field[0]`;
	const red = waiting.filter(store => rule === 'A' || store.location === location)
		.map(store => redMark(store, rule, thread, location));

	return { do: thread === 'worker' ? 'run' : 'script', thread, subject: thread === 'worker' ? `scan_obj(${object})` : '',
		statement: `let s = load(${object}.field[0], relaxed)`, where: place(line), red,
		operations: [op('load', location, String(slot(object, 0)), null, line)] };
}

function mark(object) {
	heap[objects.indexOf(object)].metadata.mark = 1;
	pending = [{ kind: 'scan_obj', unit: `scan_obj(${object})`, buffer: null }];
	running = [{ kind: 'mark_obj', unit: object, buffer: null }];
	return { do: 'run', thread: 'worker', subject: `mark_obj(${object})`, where: place(20),
		statement: 'if fetch_or(o.mark, 1, relaxed) == 0 emit scan_obj(o)',
		operations: [op('fetch_or', `${object}.mark`, '0', '1', 20), op('emit', `scan_obj(${object})`, null, null, 20)] };
}

function bucket(name, isOpen) {
	buckets[name] = isOpen;
	return { do: isOpen ? 'open' : 'close', thread: 'releaser', subject: name, where: place(30),
		because: isOpen ? 'drained(start)' : null, operations: [op(isOpen ? 'open' : 'close', name, null, null, 30)] };
}

function phase(isOn, step) {
	phases.marking = isOn;
	property = { state: isOn ? 'waiting' : 'holds', since: step,
		waits: isOn ? [{ for: 'not marking', binding: 'o = a', since: step }] : [] };
	return { do: 'phase', thread: 'releaser', subject: 'marking', where: place(31),
		operations: [op('phase', 'marking', null, isOn ? '1' : '0', 31)] };
}

function free(i) {
	const last = i > count - 20;

	heap[5].live = !last;
	heap[5].reachable = last;
	heap.forEach(object => Object.assign(object.metadata, { mark: 0, age: i % 3 }));
	return { do: 'run', thread: 'worker', subject: `sweep_obj(${odd})`, statement: 'free(o)', where: place(41),
		operations: last ? [op('free', odd, null, null, 41)] : [] };
}

function action(i) {
	switch (i % 16) {
	case 1: return hold(i, 'a', 0);
	case 2: return hold(i, 'b', 1);
	case 3: return load('mutator m', 'c', 12, 'A');
	case 4: return load('worker', 'a', 21, 'B');
	case 5: return bucket('trace', true);
	case 6: return phase(true, i);
	case 7: return mark('a');
	case 8: return mark(pick(i));
	case 9: return waiting.length > 1 ? perform(waiting[1]) : load('worker', 'b', 21, 'B');
	case 10: return waiting.length ? perform(waiting[0]) : load('worker', 'b', 21, 'B');
	case 11: return phase(false, i);
	case 12: return bucket('trace', false);
	case 13: return bucket('sweep', true);
	case 14: return free(i);
	case 15: return bucket('sweep', false);
	default: return { do: 'request', thread: 'environment', subject: 'collection', where: place(50), operations: [] };
	}
}

function observed() {
	const seen = {};

	for (const store of waiting)
		seen[store.location] = { [store.thread]: store.value };
	return seen;
}

const state = () => JSON.parse(JSON.stringify({ heap, roots, buckets, phases,
	mutators: { m: phases.marking ? 'running' : 'stopped', n: 'away' }, pending, running, waiting, property,
	observed: observed(), memory: {}, registers: { 'mutator m': { r: roots['m.y'] } } }));

write({ event: 'trace', version: 2, file, kind: 'collector', name: 'made', collector: 'made', mutant: 'none',
	scenario: given.scenario || 'two', options: '', memory: 'tso', workers: 'any',
	threads: ['environment', 'mutator m', 'memory of m', 'releaser', 'worker']
		.map(name => ({ name, role: name.split(' ')[0] })),
	locations: objects.flatMap(name => [`${name}.mark`, `${name}.field[0]`, `${name}.field[1]`]),
	work: { start: [], trace: ['mark_obj'], sweep: ['sweep_obj'] },
	command: 'gcdsl trace \'it is "made".gc\' --memory tso', start: state() });
for (let step = 1; step <= count; step++) {
	const differs = given.other && step === Number(given.other);
	const does = differs ? mark('d') : action(step);

	if (step === count)
		property = { ...property, state: 'broken', since: step };
	write({ event: 'step', step, subject: '', statement: '', because: null, red: [],
		repeats: given.loop !== undefined && step >= Number(given.loop), ...does, ...state() });
}
write({ event: 'fail', property: 'none_lost', formula: 'always forall o (freed(o) implies not reachable(o))',
	binding: `o = ${odd}`, why: 'it does not hold here', where: place(60),
	broken: { text: 'not reachable(o)', where: place(60), binding: `o = ${odd}`,
		values: { [`reachable(${odd})`]: 'true' }, step: count, since: null, until: null, never: false,
		given: [{ text: 'freed(o)', values: { [`freed(${odd})`]: 'true' } }] }, reorderings: 2, needed: null });
