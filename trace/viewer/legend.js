/* legend.js: what the colours and shapes of the page mean.  Each sample is drawn with the classes of
 * what it explains, so that it always looks the same. */

const SAMPLE = { width: 46, height: 20 };

const laneSample = (...parts) => draw('svg', { class: 'lanes sample', ...SAMPLE, 'aria-hidden': 'true' }, ...parts);
const heapSample = (...parts) => draw('svg', { class: 'heap sample', ...SAMPLE, 'aria-hidden': 'true' }, ...parts);
const boxSample = kind => heapSample(draw('g', { class: `object ${kind}` },
	draw('rect', { class: 'box', x: 2, y: 2, width: 42, height: 16, rx: 4 }),
	...kind.includes('freed') ? [draw('line', { class: 'strike', x1: 2, y1: 2, x2: 44, y2: 18 })] : []));
const barSample = kind => laneSample(draw('g', { class: kind }, draw('line', { x1: 8, y1: 4, x2: 38, y2: 16 }),
	draw('rect', { x: 34, y: 12, width: 8, height: 8 })),
draw('circle', { class: 'step lane-1 holds', cx: 8, cy: 5, r: 4.5 }));
const lineSample = kind => make('span', { class: `sample-line ${kind}`, 'aria-hidden': 'true' }, make('code', null, 'line'));
const textSample = text => make('b', { class: 'sample' }, text);

/* [what it is about, [[sample, meaning]…]] */
const LEGEND = [
	['Steps', [
		[() => laneSample(draw('circle', { class: 'step lane-1', cx: 23, cy: 10, r: 4 })), 'a step, in the lane of its thread'],
		[() => laneSample(draw('circle', { class: 'step lane-1 holds', cx: 23, cy: 10, r: 4.5 })),
			'a step with a store that waits: its thread has done it, and memory does not have it yet'],
		[() => laneSample(draw('rect', { class: 'step lane-2', x: 19, y: 6, width: 8, height: 8 })),
			'a store reaches memory. The lane “memory of m” has the stores of mutator m'],
		[() => barSample('store'), 'from where a store begins to where it reaches memory'],
		[() => barSample('store overtaken'), 'red: a later access of the same thread overtakes the store'],
		[() => laneSample(draw('line', { class: 'reach', x1: 4, y1: 10, x2: 42, y2: 10 })),
			'an access that overtakes a store: it crosses the bar of the store'],
		[() => textSample('A'), 'mark by rule A: this access overtakes a store of its own thread'],
		[() => textSample('B'), 'mark by rule B: this read of another thread misses the overtaken store'],
		[() => textSample('↻'), 'from here on the run repeats forever']]],
	['Specification and values', [
		[() => lineSample('now'), 'green: the line of this step; in the tables, what the step has changed'],
		[() => lineSample('waiting'), 'yellow: the line of a store that waits; in the tables, a value that a thread observes and memory does not have'],
		[() => lineSample('red'), 'red: the line of a store with a mark in this step'],
		[() => lineSample('broken'), 'red edge: the property that fails']]],
	['Heap', [
		[() => boxSample('white'), 'white: not marked'],
		[() => boxSample('grey'), 'grey: marked, and a unit is about it (▹ pending, ▸ running)'],
		[() => boxSample('black'), 'black: marked, and no unit is about it'],
		[() => boxSample('white unreachable'), 'dashed: not reachable'],
		[() => boxSample('freed'), 'struck through: freed'],
		[() => boxSample('freed lost'), 'red: freed, and still reachable'],
		[() => heapSample(draw('path', { class: 'arrow waiting', d: 'M4,10H42' })), 'a store to this field waits'],
		[() => heapSample(draw('path', { class: 'arrow changed', d: 'M4,10H42' })), 'this step has changed the field']]],
];

/* Fills the panel when it is opened for the first time. */
function fillLegend(hasHeap) {
	const body = byId('legend-panel').lastElementChild;

	if (body.childElementCount === 0)
		body.append(...LEGEND.filter(([part]) => part !== 'Heap' || hasHeap)
			.flatMap(([part, rows]) => [make('h3', null, part),
				make('dl', { class: 'legend' }, ...rows.flatMap(([sample, meaning]) =>
					[make('dt', null, sample()), make('dd', null, meaning)]))]));
}
