/* cost.js: what the searches of the rows cost: states against seconds, both on logarithmic axes. */

const COST = { width: 640, height: 280, left: 70, right: 20, top: 14, bottom: 44 };

/* The powers of ten around VALUES, as exponents. */
function decades(values) {
	const exponents = values.map(value => Math.log10(value));
	const low = Math.floor(Math.min(...exponents));
	const high = Math.max(Math.ceil(Math.max(...exponents)), low + 1);

	return Array.from({ length: high - low + 1 }, (_, index) => low + index);
}

const powerText = exponent => exponent < 0 ? (10 ** exponent).toFixed(-exponent) : String(10 ** exponent);

/* The plot of ROWS, of which CLASS_OF says the colour and NAME_OF the name. */
function drawCosts(rows, classOf, nameOf) {
	const xs = decades(rows.map(row => row.states)), ys = decades(rows.map(row => row.seconds));
	const across = COST.width - COST.left - COST.right, up = COST.height - COST.top - COST.bottom;
	const x = states => COST.left + across * (Math.log10(states) - xs[0]) / (xs.length - 1);
	const y = seconds => COST.top + up * (1 - (Math.log10(seconds) - ys[0]) / (ys.length - 1));
	const text = (at, words, anchor) => draw('text', { ...at, 'text-anchor': anchor }, words);

	return draw('svg', { viewBox: `0 0 ${COST.width} ${COST.height}`, role: 'img', class: 'cost', 'aria-label':
		`The searches of ${rows.length} cells: up to ${Math.max(...rows.map(row => row.states))} states and ${Math.max(...rows.map(row => row.seconds)).toFixed(2)} seconds` },
	...xs.flatMap(exponent => [draw('line', { x1: x(10 ** exponent), x2: x(10 ** exponent), y1: COST.top, y2: COST.top + up }),
		text({ x: x(10 ** exponent), y: COST.top + up + 16 }, powerText(exponent), 'middle')]),
	...ys.flatMap(exponent => [draw('line', { x1: COST.left, x2: COST.left + across, y1: y(10 ** exponent), y2: y(10 ** exponent) }),
		text({ x: COST.left - 6, y: y(10 ** exponent) + 4 }, powerText(exponent), 'end')]),
	text({ x: COST.left + across / 2, y: COST.height - 8 }, 'states', 'middle'),
	text({ x: 14, y: COST.top + up / 2, transform: `rotate(-90 14 ${COST.top + up / 2})` }, 'seconds', 'middle'),
	...rows.map(row => draw('circle', { cx: x(row.states), cy: y(row.seconds), r: 4, class: classOf(row) },
		draw('title', null, `${nameOf(row)}: ${row.states} states, ${row.seconds.toFixed(2)} s`))));
}
