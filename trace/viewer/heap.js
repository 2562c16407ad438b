/* heap.js: the heap as a graph.  Each object has one place for the whole run: roots are on the left,
 * and an object is as far to the right as it is from the roots when it is first reachable.  In a trace of
 * a program another object has the place when an object is gone. */

const CELL = 16;
const LETTER = 7.3;
const COLUMN_GAP = 56;
const BOX_GAP = 26;
const MOST_IN_COLUMN = 6;

/* ------------------------------------------------------------------------ places */
const slotsOf = object => Object.values(object.fields || {}).flat();

/* How far each object is from the roots: what the roots hold is at distance 0. */
function distances(step) {
	const byName = new Map(step.heap.map(object => [object.object, object]));
	const distance = new Map();
	const queue = [];
	const reach = (name, far) => {
		if (name !== null && byName.has(name) && !distance.has(name)) {
			distance.set(name, far);
			queue.push(name);
		}
	};

	for (const name of Object.values(step.roots))
		reach(name, 0);
	for (const name of queue)
		for (const next of slotsOf(byName.get(name)))
			reach(next, distance.get(name) + 1);
	return distance;
}

/* The distance of each object when it was first reachable.  Others are on the right. */
function firstDistances(trace) {
	const found = new Map();
	let far = -1;

	for (const step of trace.steps) {
		if (found.size === trace.objects.size)
			break;
		for (const [name, distance] of distances(step))
			if (!found.has(name) && trace.objects.has(name))
				found.set(name, distance);
	}
	for (const distance of found.values())
		far = Math.max(far, distance);
	for (const name of trace.objects.keys())
		if (!found.has(name))
			found.set(name, far + 1);
	return found;
}

/* The last step that has the object, by name. */
function lastSteps(trace) {
	const last = new Map();

	for (const step of trace.steps)
		for (const object of step.heap)
			last.set(object.object, step.step);
	return last;
}

/* The places for objects that are equally far: each for those that have it one after the other. */
function shareRows(names, first, last) {
	const rows = [];

	for (const name of names) {
		const row = rows.find(row => last.get(row[row.length - 1]) < first.get(name));

		if (row)
			row.push(name);
		else
			rows.push([name]);
	}
	return rows;
}

/* The places column by column, none with too many.  Each is a list of objects. */
function columnsOf(trace) {
	const distance = firstDistances(trace);
	const last = lastSteps(trace);
	const columns = [];

	for (const far of [...new Set(distance.values())].sort((a, b) => a - b)) {
		const rows = shareRows([...trace.objects.keys()].filter(name => distance.get(name) === far),
			trace.objects, last);

		while (rows.length)
			columns.push(rows.splice(0, MOST_IN_COLUMN));
	}
	return columns;
}

/* A program's objects come and go, and get their fields later. */
function stepsForSize(trace) {
	return isProgram(trace) ? trace.steps : trace.steps.slice(0, 1).concat(trace.steps.slice(-1));
}

const isProgram = trace => trace.heading.source === 'program';

/* The size of a box, which all objects have. */
function boxSize(trace) {
	const size = { width: 76, height: 0 };

	for (const step of stepsForSize(trace))
		for (const object of step.heap) {
			const groups = Object.entries(object.fields || {});
			const widths = groups.map(([name, slots]) => (name.length + 1) * LETTER + slots.length * CELL);

			size.width = Math.max(size.width, (object.object.length + 2) * LETTER,
				metadataText(object).length * LETTER + 12, ...widths.map(width => width + 14));
			size.height = Math.max(size.height, 24 + (metadataText(object) ? 16 : 0) + groups.length * 20);
		}
	return size;
}

const metadataText = object => Object.entries(object.metadata || {})
	.map(([name, value]) => `${name} ${valueText(value)}`).join('  ');

/* ----------------------------------------------------------------------- colours */
/* The kinds of units about objects: true for those that make an object grey.  Those that free objects
 * do not. */
function markingKinds(trace) {
	const kinds = new Map();

	for (const step of trace.steps)
		for (const unit of [...step.pending, ...step.running])
			if (!kinds.has(unit.kind) && trace.objects.has(unitArguments(unit).split(',')[0]))
				kinds.set(unit.kind, !/sweep|free/.test(unit.kind));
	for (const step of trace.steps)
		if (kinds.has(unitKind(step.subject)) && step.operations.some(op => op.op === 'free'))
			kinds.set(unitKind(step.subject), false);
	return kinds;
}

const unitKind = subject => subject.split('(')[0];

function metadataNames(trace) {
	const step = trace.steps.find(one => one.heap.length);

	return step ? Object.keys(step.heap[0].metadata || {}) : [];
}

const isUnset = value => value === 0 || value === false || value === null || value === '0';

class HeapPane {
	constructor(trace, onChange) {
		this.trace = trace;
		this.columns = columnsOf(trace);
		this.size = boxSize(trace);
		this.kinds = markingKinds(trace);
		this.owners = rootOwners(trace);
		this.placeAll();
		this.makeMenu(onChange);
	}

	placeAll() {
		const rootWidth = Math.max(0, ...[...this.owners].map(([owner, roots]) =>
			Math.max(owner.length, ...roots.map(root => root.length)) * LETTER + 30));

		this.rootWidth = rootWidth;
		this.places = new Map();
		this.columns.forEach((rows, column) => rows.forEach((names, row) => names.forEach(name => this.places.set(name, {
			column, x: 8 + rootWidth + (rootWidth ? COLUMN_GAP : 0) + column * (this.size.width + COLUMN_GAP),
			y: 8 + row * (this.size.height + BOX_GAP) }))));
		this.width = 8 + rootWidth + (rootWidth ? COLUMN_GAP : 0) +
			this.columns.length * (this.size.width + COLUMN_GAP) - COLUMN_GAP + 40;
		this.height = this.placeRoots();
	}

	/* Roots are above each other, in a box for each mutator.  Returns the height of the picture. */
	placeRoots() {
		let y = 8;

		this.rootPlaces = new Map();
		for (const [owner, roots] of this.owners) {
			this.rootPlaces.set(owner, { y, height: 22 + roots.length * 18 });
			roots.forEach((root, i) =>
				this.rootPlaces.set(`${owner}.${root}`, { x: 8 + this.rootWidth - 8, y: y + 30 + i * 18 }));
			y += 22 + roots.length * 18 + 14;
		}
		return Math.max(y, 8 + Math.max(0, ...this.columns.map(rows => rows.length)) *
			(this.size.height + BOX_GAP));
	}

	/* -------------------------------------------------------------------------- menu */
	makeMenu(onChange) {
		const names = metadataNames(this.trace);

		this.metadata = make('select', { id: 'colour-by' }, make('option', { value: '' }, 'nothing'),
			...names.map(name => make('option', { value: name }, name)));
		this.metadata.value = names.includes('mark') ? 'mark' : '';
		this.metadata.addEventListener('change', onChange);
		this.menu = make('p', { class: 'menu' }, make('label', null, 'Colour by ', this.metadata));
		if (this.kinds.size)
			this.menu.append(' grey while there is a ', ...[...this.kinds.keys()].map(kind =>
				this.makeKind(kind, onChange)));
	}

	makeKind(kind, onChange) {
		const box = make('input', { type: 'checkbox', checked: this.kinds.get(kind) });

		box.addEventListener('change', () => {
			this.kinds.set(kind, box.checked);
			onChange();
		});
		return make('label', { class: 'kind' }, box, kind);
	}

	/* "white": not marked; "grey": marked, and there is work about it; "black": marked, no work. */
	colour(object, units) {
		const name = this.metadata.value;

		if (name === '' || !object.live)
			return 'plain';
		if (isUnset((object.metadata || {})[name]))
			return 'white';
		return units.some(unit => this.kinds.get(unit.kind)) ? 'grey' : 'black';
	}

	/* ----------------------------------------------------------------------- picture */
	show(number) {
		const step = this.trace.at(number);
		const before = this.trace.before(number) || step;
		const picture = { step, touched: new Set(step.operations.map(op => op.location)),
			old: stateValues(before), values: stateValues(step), oldRoots: before.roots };
		const objects = step.heap.filter(object => this.isThere(object, number));

		if (this.trace.objects.size === 0) {
			fillPanel('heap-panel');
			return;
		}
		fillPanel('heap-panel', this.menu, draw('svg', { class: 'heap', role: 'img',
			'aria-label': heapWords(step, objects), viewBox: `0 0 ${this.width} ${this.height}`,
			width: this.width, height: this.height }, arrowHeads(),
		...this.drawOwners(), ...objects.map(object => this.drawObject(object, picture)),
		...this.drawRoots(picture), ...objects.flatMap(object => this.drawFields(object, picture)),
		...this.drawWaiting(step)));
	}

	isThere(object, number) {
		return this.trace.objects.has(object.object) && this.trace.objects.get(object.object) <= number;
	}

	drawOwners() {
		return [...this.owners].map(([owner, roots]) => {
			const { y, height } = this.rootPlaces.get(owner);

			return draw('g', { class: 'owner' },
				draw('rect', { x: 4, y, width: this.rootWidth, height, rx: 3 }),
				draw('text', { class: 'title', x: 12, y: y + 15 }, owner),
				...roots.map((root, i) => draw('text', { x: 12, y: y + 34 + i * 18 }, root)));
		});
	}

	drawObject(object, picture) {
		const { x, y } = this.places.get(object.object);
		const units = unitsAbout(picture.step, object.object);
		const state = !object.live ? ' freed' : object.reachable ? '' : ' unreachable';
		const lost = !object.live && object.reachable ? ' lost' : '';
		const { width, height } = this.size;
		const strike = [draw('line', { class: 'strike', x1: x, y1: y, x2: x + width, y2: y + height })];

		return draw('g', { class: `object ${this.colour(object, units)}${state}${lost}`,
			'data-object': object.object },
		draw('title', null, `${object.object}: ${objectState(object)}`),
		draw('rect', { class: 'box', x, y, width, height, rx: 4 }),
		draw('text', { class: 'title', x: x + 8, y: y + 16 }, object.object),
		...object.live ? this.drawInside(object, x, y, picture) : strike,
		...lost ? [draw('text', { class: 'alarm', x: x + 8, y: y + height + 13 }, 'freed, and reachable')]
			: this.drawUnits(units, (picture.step.held || []).includes(object.object), x, y + height + 13));
	}

	drawUnits(units, isHeld, x, y) {
		const words = [...isHeld ? [isProgram(this.trace) ? 'held' : 'being allocated'] : [],
			...new Set(units.map(unit => (unit.runs ? '▸ ' : '▹ ') + unit.kind))];

		return words.length ? [draw('text', { class: 'units', x: x + 2, y }, words.join(' '))] : [];
	}

	drawInside(object, x, y, { old, values }) {
		const metadata = Object.entries(object.metadata || {}).map(([name, value]) => {
			const location = `${object.object}.${name}`;
			const changed = old.has(location) && old.get(location) !== values.get(location);

			return draw('tspan', { class: changed ? 'changed' : '' }, `${name} ${valueText(value)}  `);
		});

		return [draw('text', { class: 'metadata', x: x + 8, y: y + 32, 'xml:space': 'preserve' }, ...metadata),
			...Object.entries(object.fields || {}).map(([name, slots], i) =>
				this.drawGroup(name, slots, x, this.groupY(object, y, i)))];
	}

	groupY(object, y, group) {
		return y + 24 + (metadataText(object) ? 16 : 0) + group * 20;
	}

	drawGroup(name, slots, x, y) {
		return draw('g', { class: 'group' }, draw('text', { x: x + 8, y: y + 11 }, name),
			...slots.map((value, i) => draw('rect', { class: 'cell', x: this.cellX(name, i, x), y,
				width: CELL - 2, height: CELL - 2 })),
			...slots.map((value, i) => value === null ? draw('line', { class: 'null',
				x1: this.cellX(name, i, x) + 3, y1: y + 11, x2: this.cellX(name, i, x) + 11, y2: y + 3 })
				: draw('circle', { class: 'dot', cx: this.cellX(name, i, x) + 7, cy: y + 7, r: 2 })));
	}

	cellX(name, i, x) {
		return x + 8 + (name.length + 1) * LETTER + i * CELL;
	}

	/* The middle of the cell of "a.field[0]", or null. */
	cellOf(step, location) {
		const match = /^(.*)\.([^.]+)\[(\d+)\]$/.exec(location);
		const object = match && step.heap.find(one => one.object === match[1]);
		const place = object && this.places.get(object.object);
		const group = place ? Object.keys(object.fields || {}).indexOf(match[2]) : -1;

		return group < 0 ? null : { column: place.column,
			x: this.cellX(match[2], Number(match[3]), place.x) + 7,
			y: this.groupY(object, place.y, group) + 7 };
	}

	/* ------------------------------------------------------------------------ arrows */
	drawRoots({ step, oldRoots, touched }) {
		return Object.entries(step.roots).map(([root, target]) => {
			const from = this.rootPlaces.get(root);
			const changed = oldRoots[root] !== target || touched.has(root);

			if (target === null)
				return draw('text', { class: 'nothing', x: from.x - 4, y: from.y + 4 }, '∅');
			return this.drawArrow({ ...from, column: -1 }, target, changed ? 'arrow root changed' : 'arrow root');
		});
	}

	drawFields(object, { step, old, values }) {
		const arrows = [];

		if (object.live)
			for (const [name, slots] of Object.entries(object.fields || {}))
				slots.forEach((target, i) => {
					const location = `${object.object}.${name}[${i}]`;
					const changed = old.has(location) && old.get(location) !== values.get(location);

					if (target !== null)
						arrows.push(this.drawArrow(this.cellOf(step, location), target,
							changed ? 'arrow changed' : 'arrow'));
				});
		return arrows;
	}

	/* What waiting stores will put into slots. */
	drawWaiting(step) {
		return step.waiting.flatMap(wait => {
			const from = this.cellOf(step, wait.location);

			return from && this.places.has(wait.value) ? [this.drawArrow(from, wait.value, 'arrow waiting')]
				: from ? [draw('rect', { class: 'cell waiting', x: from.x - 7, y: from.y - 7,
					width: CELL - 2, height: CELL - 2 })] : [];
		});
	}

	drawArrow(from, target, kind) {
		const to = this.places.get(target);

		if (!to)
			return draw('g');
		return draw('path', { class: kind, d: this.curve(from, to), 'marker-end': 'url(#head)' });
	}

	curve(from, to) {
		const y = to.y + 12;

		if (to.column > from.column)
			return `M${from.x},${from.y} C${from.x + 40},${from.y} ${to.x - 36},${y} ${to.x - 2},${y}`;
		const right = to.x + this.size.width + 2;

		if (to.column === from.column)
			return `M${from.x},${from.y} C${right + 20},${from.y} ${right + 34},${y} ${right},${y}`;
		return `M${from.x},${from.y + 7} C${from.x - 10},${from.y + 40} ${right + 44},${y} ${right},${y}`;
	}
}

/* "m.a" is root a of m.  The roots of a program come and go. */
function rootOwners(trace) {
	const owners = new Map();
	const roots = new Set();

	for (const step of isProgram(trace) ? trace.steps : trace.steps.slice(0, 1))
		for (const root of Object.keys(step.roots))
			roots.add(root);
	for (const root of roots) {
		const dot = root.indexOf('.');
		const owner = dot < 0 ? '' : root.slice(0, dot);

		owners.set(owner, [...owners.get(owner) || [], root.slice(dot + 1)]);
	}
	return owners;
}

function unitsAbout(step, object) {
	const isAbout = unit => unitArguments(unit).split(',').some(argument => argument.trim() === object);

	return [...step.running.filter(isAbout).map(unit => ({ ...unit, runs: true })),
		...step.pending.filter(isAbout)];
}

function arrowHeads() {
	return draw('defs', null, draw('marker', { id: 'head', viewBox: '0 0 8 8', refX: 7, refY: 4,
		markerWidth: 8, markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto-start-reverse' },
	draw('path', { d: 'M0,0.5 L8,4 L0,7.5 z', class: 'head' })));
}

/* The heap in words, for who cannot see the picture. */
function heapWords(step, objects) {
	const words = objects.map(object => [`${object.object} is ${objectState(object)}`,
		object.live ? metadataText(object) : '',
		...Object.entries(object.live && object.fields || {}).map(([name, slots]) =>
			`${name}: ${slots.map(valueText).join(', ')}`)].filter(text => text).join('; '));
	const roots = Object.entries(step.roots).map(([name, value]) => `${name} is ${valueText(value)}`);

	return `Heap. Roots: ${roots.join(', ')}. ${words.join('. ')}.`;
}
