/* regions.js: the blocks of the heap, their lines, and the objects that lie on these.  An object has one place in its
 * block for the whole run; one on two lines is a box over both. */

const LINE_HEIGHT = 24;
const OBJECT_GAP = 6;
const INSET = 8;

const regionsOf = step => step.regions;
const linesOf = object => object.on || [];

/* The lines of each block in their order; a region with none in it is its own line. */
function blocksOf(step) {
	const outer = regionsOf(step).filter(region => region.in === null);

	return outer.map(block => {
		const inside = regionsOf(step).filter(region => region.in === block.region);

		return { block: inside.length ? block : null, name: block.region, lines: inside.length ? inside : [block] };
	});
}

const regionText = region => [region.region, metadataText(region)].filter(text => text).join('  ');

/* Where each object is beside others on its lines, as a number from 0 on; by name. */
function columnsOnLines(trace) {
	const on = new Map(trace.steps.flatMap(step => step.heap.map(object => [object.object, linesOf(object)]))
		.filter(([name, lines]) => lines.length && trace.objects.has(name)));
	const column = new Map();

	for (const [name, lines] of on) {
		const taken = [...column].filter(([other]) => on.get(other).some(line => lines.includes(line)))
			.map(([, number]) => number);
		let number = 0;

		while (taken.includes(number))
			number++;
		column.set(name, number);
	}
	return column;
}

class RegionsPane {
	constructor(trace) {
		this.trace = trace;
		this.columns = columnsOnLines(trace);
		this.object = Math.max(36, ...[...this.columns.keys()].map(name => (name.length + 2) * LETTER));
		this.label = Math.max(...trace.steps.flatMap(step =>
			regionsOf(step).map(region => regionText(region).length * LETTER)), 0) + 2 * INSET;
		this.width = INSET + this.label + (Math.max(0, ...this.columns.values()) + 1) * (this.object + OBJECT_GAP) + INSET;
	}

	/* The height at which each line begins, by its name, and that of each block. */
	place(blocks) {
		let y = 4;

		this.lines = new Map();
		this.boxes = new Map();
		for (const { block, name, lines } of blocks) {
			const from = y;

			y += block ? LINE_HEIGHT : 4;
			for (const line of lines) {
				this.lines.set(line.region, y);
				y += LINE_HEIGHT;
			}
			this.boxes.set(name, { y: from, height: y + 4 - from });
			y += 14;
		}
		return y;
	}

	show(number) {
		const step = this.trace.at(number);
		const before = this.trace.before(number) || step;
		const blocks = blocksOf(step);
		const height = this.place(blocks);
		const old = stateValues(before);

		if (blocks.length === 0) {
			fillPanel('regions-panel');
			return;
		}
		fillPanel('regions-panel', draw('svg', { class: 'heap regions', role: 'img', 'aria-label': regionsWords(step),
			viewBox: `0 0 ${this.width} ${height}`, width: this.width, height },
		...blocks.flatMap(one => this.drawBlock(one, old)),
		...step.heap.filter(object => this.isThere(object, number)).map(object => this.drawObject(object))));
	}

	isThere(object, number) {
		return this.columns.has(object.object) && linesOf(object).length > 0 &&
			this.trace.objects.get(object.object) <= number;
	}

	drawBlock({ block, name, lines }, old) {
		const { y, height } = this.boxes.get(name);

		return [draw('g', { class: 'owner', 'data-region': name },
			draw('rect', { x: 1, y, width: this.width - 2, height, rx: 3 }),
			...block ? [this.drawText(block, y + 16, old)] : []),
		...lines.map(line => this.drawLine(line, old))];
	}

	drawLine(line, old) {
		const y = this.lines.get(line.region);

		return draw('g', { class: 'region-line', 'data-region': line.region },
			draw('rect', { x: INSET, y: y + 1, width: this.width - 2 * INSET, height: LINE_HEIGHT - 2 }),
			this.drawText(line, y + 16, old));
	}

	drawText(region, y, old) {
		const metadata = Object.entries(region.metadata).map(([name, value]) => {
			const was = old.get(`${region.region}.${name}`);

			return draw('tspan', { class: was !== valueText(value) ? 'changed' : '' }, `${name} ${valueText(value)}  `);
		});

		return draw('text', { x: 2 * INSET, y, 'xml:space': 'preserve' },
			draw('tspan', { class: 'title' }, `${region.region}  `), ...metadata);
	}

	drawObject(object) {
		const lines = linesOf(object).map(line => this.lines.get(line));
		const x = INSET + this.label + this.columns.get(object.object) * (this.object + OBJECT_GAP);
		const y = Math.min(...lines) + 4;
		const height = Math.max(...lines) + LINE_HEIGHT - 4 - y;
		const state = !object.live ? object.reachable ? ' freed lost' : ' freed' : object.reachable ? '' : ' unreachable';

		return draw('g', { class: `object plain${state}`, 'data-object': object.object },
			draw('title', null, `${object.object}: ${objectState(object)}, on ${linesOf(object).join(', ')}`),
			draw('rect', { class: 'box', x, y, width: this.object, height, rx: 3 }),
			draw('text', { class: 'title', x: x + LETTER, y: y + height / 2 + 4 }, object.object),
			...object.live ? [] : [draw('line', { class: 'strike', x1: x, y1: y, x2: x + this.object, y2: y + height })]);
	}
}

/* The picture in words. */
function regionsWords(step) {
	return regionsOf(step).map(region => {
		const objects = step.heap.filter(object => linesOf(object).includes(region.region) &&
			(object.live || object.reachable)).map(object => object.live ? object.object : `${object.object} (freed)`);

		return regionText(region) + (objects.length ? ` has ${objects.join(', ')}` : '');
	}).join('; ');
}
