/* lanes.js: the steps of a run, time downwards, one lane a thread.
 *
 * A store that waits is two marks joined by a bar: it begins in its thread's lane and reaches memory
 * in memory's lane.  Whatever overtakes it crosses its bar.  Only the rows in view are built. */

const ROW = 24;
const LANE = 26;
const MARGIN = 10;
const MEMORY_GAP = 24; /* more room before memory's lane, in which bars are */
const PLACE = 32; /* the column with the place */
const DIGIT = 7;
const SPARE = 10; /* rows that are built above and below those in view */
const OVERVIEW = 300; /* lines of the overview */

/* Where in the whole run things are, beside the steps.  A click goes there. */
class Overview {
	constructor(onRow) {
		this.marks = new Map(['match', 'red', 'here'].map(kind => [kind, draw('path', { class: kind })]));
		this.element = draw('svg', { class: 'overview', viewBox: `0 0 1 ${OVERVIEW}`,
			preserveAspectRatio: 'none', 'aria-hidden': 'true' }, ...this.marks.values());
		this.element.addEventListener('click', event => {
			const { top, height } = this.element.getBoundingClientRect();
			const row = Math.floor((event.clientY - top) / height * this.rows.length);

			if (this.rows.length)
				onRow(Math.min(this.rows.length - 1, Math.max(0, row)));
		});
	}

	setRows(rows) {
		this.rows = rows;
	}

	/* Marks the rows of the steps for which IS_MARKED. */
	mark(kind, isMarked) {
		this.draw(kind, this.rows.flatMap((step, i) => isMarked(step) ? [i] : []));
	}

	show(row) {
		this.draw('here', this.rows.length ? [row] : []);
	}

	/* However many rows are marked, there are at most OVERVIEW lines. */
	draw(kind, marked) {
		const lines = new Set(marked.map(row => Math.floor((row + 0.5) * OVERVIEW / this.rows.length)));

		this.marks.get(kind).setAttribute('d', [...lines].map(y => `M0,${y}V${y + 1}H1V${y}z`).join(''));
	}
}

class RunPane {
	/* ON_STEP(number) and ON_THREAD(name) are called for clicks. */
	constructor(trace, label, onStep, onThread) {
		this.trace = trace;
		this.rows = [];
		this.now = { step: trace.first, base: null, fork: null };
		this.query = '';
		this.built = new Map(); /* the rows that are built, by step */
		this.numbers = Math.max(28, String(trace.last).length * DIGIT + 12); /* the column with the number */
		this.placeLanes();
		this.build(label, onStep, onThread);
		this.listen(onStep);
	}

	build(label, onStep, onThread) {
		this.labels = this.trace.threads.map((thread, i) => this.makeLabel(thread, i, onThread));
		this.lines = draw('svg', { class: 'lanes', width: this.width, 'aria-hidden': 'true' });
		this.window = make('div', { class: 'window' });
		this.canvas = make('div', { class: 'canvas' }, this.lines, this.window);
		this.scroller = make('div', { class: 'rows scroll', role: 'listbox', tabindex: '0',
			'aria-label': `Steps of ${this.trace.name}` }, this.canvas);
		this.overview = new Overview(row => onStep(this.rows[row]));
		this.none = make('p', { class: 'note', hidden: true }, 'No step passes the filters.');
		this.element = make('div', { class: 'run', style: `--lanes: ${this.width}px; --numbers: ${this.numbers}px` },
			make('h2', { class: 'run-name', hidden: label === '' }, label),
			make('div', { class: 'labels' }, ...this.labels), this.none,
			make('div', { class: 'timeline' }, this.scroller, this.overview.element));
	}

	makeLabel(thread, i, onThread) {
		const label = make('button', { type: 'button', class: `label lane-${i % 8}`,
			title: `${thread.name}${thread.role === 'memory' ? ' (stores that reach memory)' : ''}: show or hide its steps`, 'aria-pressed': 'true',
			style: `left: ${this.numbers + PLACE + this.lanes.get(thread.name)}px` }, thread.name);

		label.addEventListener('click', () => onThread(thread.name));
		return label;
	}

	listen(onStep) {
		let waits = false;

		this.window.addEventListener('click', event => {
			const row = event.target.closest('.row');

			if (row)
				onStep(Number(row.dataset.step));
		});
		this.scroller.addEventListener('scroll', () => {
			if (waits)
				return;
			waits = true;
			requestAnimationFrame(() => {
				waits = false;
				this.renderIfMoved();
			});
		});
	}

	placeLanes() {
		let x = MARGIN - LANE / 2;

		this.lanes = new Map();
		for (const { name, role } of this.trace.threads) {
			x += LANE + (role === 'memory' ? MEMORY_GAP : 0);
			this.lanes.set(name, x);
		}
		this.width = x + LANE / 2 + MARGIN;
	}

	/* The row of a step; of a hidden one, between its neighbours. */
	row(step) {
		const count = upperBound(this.rows, step);

		return this.rows[count - 1] === step ? count - 1 : count - 0.5;
	}

	/* Shows the steps with the numbers ROWS, in which HIDDEN threads have none. */
	setRows(rows, hidden) {
		this.rows = rows;
		this.none.hidden = rows.length > 0;
		this.canvas.style.height = `${rows.length * ROW}px`;
		this.overview.setRows(rows);
		this.overview.mark('red', step => this.trace.at(step).red.length > 0);
		this.labels.forEach((label, i) =>
			label.setAttribute('aria-pressed', String(!hidden.has(this.trace.threads[i].name))));
	}

	/* Marks the steps in whose texts QUERY is, and returns their numbers. */
	search(query) {
		this.query = query;
		this.overview.mark('match', step => this.matches(step));
		return this.rows.filter(step => this.matches(step));
	}

	/* NOW: the current step, the step that it is compared with, the first difference. */
	show(now) {
		this.now = now;
		keepInView(this.scroller, this.row(now.step) * ROW, ROW);
		this.render();
		this.overview.show(this.row(now.step));
	}

	range() {
		const first = Math.floor(this.scroller.scrollTop / ROW) - SPARE;
		const count = Math.ceil(this.scroller.clientHeight / ROW) + 2 * SPARE;

		return [Math.max(0, first), Math.min(this.rows.length, first + count)];
	}

	renderIfMoved() {
		const [first, end] = this.range();

		if (first !== this.first || end !== this.end)
			this.render();
	}

	/* For printing: the rows around the current one. */
	renderAround(count) {
		const middle = Math.round(this.row(this.now.step));
		const first = Math.max(0, Math.min(middle - (count >> 1), this.rows.length - count));

		this.renderRange(first, Math.min(this.rows.length, first + count));
		this.canvas.style.setProperty('--skipped', `${first * ROW}px`);
		this.canvas.style.setProperty('--shown', `${(this.end - this.first) * ROW}px`);
	}

	render() {
		this.renderRange(...this.range());
	}

	renderRange(first, end) {
		this.first = first;
		this.end = end;
		this.window.style.top = this.lines.style.top = `${first * ROW}px`;
		this.renderRows(this.rows.slice(first, end));
		this.lines.setAttribute('height', (end - first) * ROW);
		this.lines.replaceChildren(...this.drawLanes(), ...this.drawStores(), ...this.drawSteps());
		this.scroller.setAttribute('aria-activedescendant', this.rowId(this.now.step));
	}

	/* Rows that are there already are used again. */
	renderRows(steps) {
		const isSame = steps.length === this.built.size && steps.every(step => this.built.has(step));

		if (!isSame) {
			this.built = new Map(steps.map(step => [step, this.built.get(step) || this.makeRow(step)]));
			this.window.replaceChildren(...this.built.values());
		}
		for (const [step, row] of this.built) {
			const name = this.rowClass(this.trace.at(step));

			if (row.className !== name)
				row.className = name;
			row.setAttribute('aria-selected', String(step === this.now.step));
		}
	}

	rowId(step) {
		return `row-${this.trace.index}-${step}`;
	}

	/* ------------------------------------------------------------------------ rows */
	makeRow(number) {
		const step = this.trace.at(number);
		const words = stepWords(step);
		const effects = effectWords(step);

		return make('div', { role: 'option', id: this.rowId(number), 'data-step': number,
			'aria-label': `Step ${number}, ${step.thread}: ${words}. ${effects}`,
			title: `${step.thread}: ${words}\n${effects}` },
		make('span', { class: 'number' }, String(number)),
		make('span', { class: 'place' }, step.where ? `${step.where.line}:${step.where.column}` : ''),
		make('span', { class: 'gap' }),
		make('span', { class: 'words' }, words),
		make('span', { class: 'effects' }, effects));
	}

	matches(step) {
		return this.query !== '' && this.trace.texts[step - this.trace.first].includes(this.query);
	}

	rowClass(step) {
		const { now, trace } = this;

		return ['row', step.step === now.step && 'now', step.step === now.base && 'base',
			step.red.length && 'red', this.matches(step.step) && 'match', step.step === now.fork && 'fork',
			step.repeats && 'loop', step.step === trace.loop && 'loop-start',
			now.fork !== null && step.step >= now.fork && 'apart'].filter(name => name).join(' ');
	}

	/* ----------------------------------------------------------------------- lanes */
	y(step) {
		return (this.row(step) - this.first + 0.5) * ROW;
	}

	drawLanes() {
		const height = (this.end - this.first) * ROW;

		return this.trace.threads.map(({ name }, i) => draw('line', { class: `lane lane-${i % 8}`,
			x1: this.lanes.get(name), x2: this.lanes.get(name), y1: 0, y2: height }));
	}

	drawStores() {
		if (this.first >= this.end)
			return [];
		return this.trace.storesBetween(this.rows[this.first], this.rows[this.end - 1])
			.map(store => this.drawStore(store));
	}

	/* The bar of a store that never reaches memory ends short of memory's lane. */
	drawStore(store) {
		const memory = memoryLane(this.trace.threads, store.thread) || store.thread;
		const from = this.lanes.get(store.thread);
		const ends = store.took !== Infinity;
		const to = from + (this.lanes.get(memory) - from) * (ends ? 1 : 0.75);
		const y1 = this.y(store.began);
		const y2 = ends ? this.y(store.took) : this.y(this.trace.last);
		const title = `${store.location} = ${store.value} of ${store.thread}: step ${store.began} to ` +
			(ends ? `step ${store.took}` : 'the end');

		return draw('g', { class: store.overtaken ? 'store overtaken' : 'store' },
			draw('title', null, title), draw('line', { x1: from, y1, x2: to, y2, class: ends ? '' : 'open' }),
			...ends ? [draw('rect', { x: to - 4, y: y2 - 4, width: 8, height: 8 })] : []);
	}

	drawSteps() {
		const shown = this.rows.slice(this.first, this.end).map(number => this.trace.at(number));

		return shown.filter(step => this.lanes.has(step.thread)).map(step => this.drawStep(step));
	}

	drawStep(step) {
		const lane = this.trace.threads.findIndex(thread => thread.name === step.thread);
		const x = this.lanes.get(step.thread);
		const y = this.y(step.step);
		const holds = step.operations.some(op => op.op === 'hold');
		const isMemory = this.trace.threads[lane].role === 'memory';
		const kind = `step lane-${lane % 8}${holds ? ' holds' : ''}${step.red.length ? ' red' : ''}` +
			(step.step === this.now.step ? ' now' : '');
		const mark = isMemory ? draw('rect', { class: kind, x: x - 4, y: y - 4, width: 8, height: 8 })
			: draw('circle', { class: kind, cx: x, cy: y, r: holds ? 4.5 : 4 });

		return draw('g', null, ...this.drawReach(step, x, y), mark);
	}

	/* An access that overtakes a store reaches over to memory, and so crosses the store's bar. */
	drawReach(step, x, y) {
		const lane = step.red.length ? memoryLane(this.trace.threads, step.thread) : null;

		if (!lane || lane === step.thread)
			return [];
		return [draw('line', { class: 'reach', x1: x, x2: this.lanes.get(lane), y1: y, y2: y })];
	}
}
