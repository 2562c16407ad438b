/* coverage.js: the lines of the specifications, with what some cell reaches and what none does. */

const NEVER = {
	runs: 'never runs', 'is true': 'is never true', 'is false': 'is never false', opens: 'never opens',
	closes: 'never closes', begins: 'never begins', ends: 'never ends',
};
const REASONS = { never: '', 'so far never': ', so far', 'left out': ': the options leave it out in each cell' };
const isMissed = point => point.state in REASONS;
const lineId = (number, line) => `coverage-${number}-${line}`;

/* Each specification once: the last part of a campaign knows what all parts have reached. */
function coverages() {
	const last = new Map();

	for (const file of report.files)
		if (file.coverage && file.coverage.cells)
			last.set(file.file, file.coverage);
	return [...last];
}

function saysOfLine(points) {
	const missed = points.filter(isMissed);

	return missed.length === 0 ? points.length ? ['good', '✓', 'reached'] : ['', '', '']
		: [missed.length === points.length ? 'bad' : 'open', '✗', missed.map(point => `${point.text} ${NEVER[point.what]}${REASONS[point.state]}`).join('; ')];
}

function makeLines(coverage, number) {
	const ofLine = new Map();

	for (const point of coverage.points.filter(point => point.file === coverage.path))
		ofLine.set(point.line, [...ofLine.get(point.line) || [], point]);
	return coverage.lines.map((text, index) => {
		const [type, sign, says] = saysOfLine(ofLine.get(index + 1) || []);

		return make('tr', { id: lineId(number, index + 1), class: type || null }, make('td', { class: 'number' }, String(index + 1)),
			make('td', { title: says, 'aria-label': says || null }, sign), make('td', null, make('code', null, text)));
	});
}

function missedItem(coverage, number, point) {
	const place = `${point.file}:${point.line}:${point.column}`;

	return make('li', null, point.file === coverage.path ? make('a', { href: `#${lineId(number, point.line)}` }, place) : place, ': ',
		make('code', null, point.text), ` ${NEVER[point.what]}${REASONS[point.state]}`);
}

function vacuousItem(premise) {
	return make('li', null, `${premise.file}:${premise.line}:${premise.column}: in ${premise.property}, `,
		premise.part === 'range' ? 'this quantifier ranges over nothing' : 'what stands before “implies” is never true',
		premise.state === 'never' ? '' : ', so far');
}

function coverageOf([file, coverage], number) {
	const missed = coverage.points.filter(isMissed);

	return make('div', null,
		make('p', null, `${file}: ${coverage.reached} of ${coverage.places} statements, answers and guards are reached in some of ${coverage.cells} cells`,
			coverage.complete < coverage.cells ? `; ${coverage.cells - coverage.complete} ended before all states were searched.` : '.'),
		make('ul', { class: 'missed' }, ...missed.map(point => missedItem(coverage, number, point)), ...coverage.vacuous.map(vacuousItem)),
		make('details', { class: 'source' }, make('summary', null, `The text of ${coverage.path}`),
			make('table', { class: 'lines' }, make('tbody', null, ...makeLines(coverage, number)))));
}

/* A link to a line opens the text around it. */
function openLine() {
	const line = byId(decodeURIComponent(location.hash.slice(1)));

	if (!line || line.tagName !== 'TR')
		return;
	line.closest('details').open = true;
	line.scrollIntoView({ block: 'center' });
}

function showCoverage() {
	const all = coverages();

	fillPanel('coverage', ...all.map(coverageOf));
	addEventListener('hashchange', openLine);
	openLine();
}
