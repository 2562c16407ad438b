/* report.js: the matrix, the table, and the runs, each of which is shown by the viewer when it is asked
 * for. */

const readData = id => JSON.parse(byId(id).textContent);
const report = readData('verdicts');
const rows = report.files.flatMap(rowsOfFile);
const manyFiles = report.files.length > 1;
const COLUMNS = [
	['file', 'file'], ['scenario', 'scenario'], ['options', 'options'], ['mutant', 'mutant'], ['property', 'property'],
	['memory', 'memory'], ['workers', 'workers'], ['verdict', 'verdict'], ['expected', 'expected'], ['outcome', 'outcome'],
	['states', 'states or executions'], ['seconds', 'seconds'], ['mb', 'MB'], ['why', 'remarks'],
].filter(([key]) => key === 'file' ? manyFiles : key !== 'property' || rows.some(row => row.property));
const NUMBERS = { states: 0, seconds: 2, mb: 1 };
const CLASSES = { 'as expected': 'good', differs: 'bad', 'tool failed': 'bad', inconclusive: 'open', 'not run': 'none' };
const SIGNS = { 'as expected': '✓', differs: '✗', 'tool failed': '⚠', inconclusive: '?', 'not run': '–' };
let sorted = { key: null, down: false };

/* ----------------------------------------------------------------------- the verdict */
/* What is said of a row, as a link to its run if it has one. */
function verdictLink(row) {
	const text = `${SIGNS[row.outcome]} ${row.verdict}`;
	const label = `${nameOf(row)}: ${row.verdict}, ${row.outcome}`;

	return detailsOf.has(row) ? make('a', { href: `#${detailsOf.get(row).id}`, 'aria-label': label }, text)
		: make('span', { title: label }, text);
}

function showSummary() {
	const counts = new Map();

	for (const row of rows)
		counts.set(row.outcome, (counts.get(row.outcome) || 0) + 1);
	byId('summary').textContent = [
		[...new Set(report.files.map(file => `gcdsl ${file.command} ${file.file}`))].join(', '),
		[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'nothing was checked',
		`exit status ${report.status}`,
		report.interrupted && `interrupted: ${report.interrupted}`,
	].filter(Boolean).join(' · ');
}

/* ------------------------------------------------------------------------ the matrix */
const columnOf = row => [row.memory, row.workers].filter(Boolean).join(' · ');
const lineOf = row => [manyFiles && row.file, row.scenario, row.options, row.mutant && `mutant ${row.mutant}`, row.property].filter(Boolean).join(', ');

function showMatrix() {
	const inMatrix = rows.filter(row => row.memory);
	const columns = [...new Set(inMatrix.map(columnOf))];
	const lines = new Map();

	for (const row of inMatrix) {
		if (!lines.has(lineOf(row)))
			lines.set(lineOf(row), new Map());
		lines.get(lineOf(row)).set(columnOf(row), row);
	}
	byId('matrix').replaceChildren(makeTable(['', ...columns], [...lines].map(([name, cells]) =>
		make('tr', null, rowHeading(name), ...columns.map(column => {
			const row = cells.get(column);

			return row ? make('td', { class: CLASSES[row.outcome] }, verdictLink(row)) : make('td', { 'aria-label': 'no such cell' });
		})))));
}

/* ------------------------------------------------------------------------- the table */
function valueOf(row, key) {
	if (key === 'verdict')
		return make('td', { class: CLASSES[row.outcome] }, verdictLink(row));
	if (key in NUMBERS)
		return make('td', { class: 'number' }, row[key] ? row[key].toFixed(NUMBERS[key]) : '');
	return make('td', { class: key === 'why' ? 'why' : null }, row[key] || '');
}

function compareRows(a, b) {
	const { key, down } = sorted;
	const order = key in NUMBERS ? a[key] - b[key] : String(a[key]).localeCompare(String(b[key]));

	return down ? -order : order;
}

/* Whether each word of the filter is somewhere in the row. */
function hasWords(row) {
	const text = [row.file, nameOf(row), row.verdict, row.outcome].join(' ').toLowerCase();

	return byId('filter').value.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

function isShown(row) {
	const only = byId('only').value;

	return hasWords(row) && (only === 'run' ? detailsOf.has(row) : only !== 'unexpected' || row.outcome !== GOOD);
}

function sortButton(key, title) {
	const button = make('button', { type: 'button' }, title + (sorted.key === key ? sorted.down ? ' ▼' : ' ▲' : ''));

	button.addEventListener('click', () => {
		sorted = { key, down: sorted.key === key && !sorted.down };
		showCells();
		byId('cells').querySelector(`th[data-key="${key}"] button`).focus();
	});
	return button;
}

function showCells() {
	const shown = rows.filter(isShown);

	if (sorted.key)
		shown.sort(compareRows);
	const head = make('tr', null, ...COLUMNS.map(([key, title]) => make('th', { scope: 'col', 'data-key': key,
		'aria-sort': sorted.key !== key ? 'none' : sorted.down ? 'descending' : 'ascending' }, sortButton(key, title))));
	const body = shown.map(row => make('tr', null, ...COLUMNS.map(([key]) => valueOf(row, key))));

	byId('cells').replaceChildren(make('table', null, make('thead', null, head), make('tbody', null, ...body)));
	const searched = shown.filter(row => row.states > 0 && row.seconds > 0);

	fillPanel('costs', ...(searched.length > 1 ? [drawCosts(searched, row => CLASSES[row.outcome], nameOf)] : []));
	byId('shown').textContent = `${shown.length} of ${rows.length}`;
}

/* -------------------------------------------------------------------------- the runs */
/* The address of the page of a run, which the browser keeps until it is released. */
function pageOf(run) {
	const data = `{"traces":[${byId(`data-run-${run}`).textContent}],"sources":${byId('sources').textContent}}`;
	const page = readData('viewer').replace('{{data}}', () => data);

	return URL.createObjectURL(new Blob([page], { type: 'text/html' }));
}

function showRun(details, row) {
	const open = details.querySelector('iframe');

	if (open) {
		URL.revokeObjectURL(open.src);
		open.remove();
	}
	if (details.open && runOf(row))
		details.append(make('iframe', { src: pageOf(runOf(row)), title: `The run of ${nameOf(row)}` }));
}

function fact(name, text) {
	return text ? [make('p', null, `${name}: `, make('code', null, text))] : [];
}

/* Only what another line of the page cannot say: a run, or the reason why there is none. */
function makeDetails(row, number) {
	const found = row.counterexample || {};
	const id = runOf(row) ? `run-${runOf(row)}` : `cell-${number}`;
	const details = make('details', { id, class: 'failing' },
		make('summary', null, make('span', { class: CLASSES[row.outcome] }, `${SIGNS[row.outcome]} ${row.verdict}`),
			` ${manyFiles ? `${row.file}: ` : ''}${nameOf(row)} (${row.outcome})`),
		make('p', { class: 'explanation' }, found.explanation || row.why || 'There is no explanation.'),
		...fact('No run, or not all of it', found.why), ...fact('To see it again', found.command),
		...fact('Trace', found.trace), ...fact('Page', found.page));

	details.addEventListener('toggle', () => showRun(details, row));
	return details;
}

const detailsOf = new Map(rows.filter(row => row.counterexample || row.outcome !== GOOD)
	.map((row, index) => [row, makeDetails(row, index + 1)]));

/* A link to a run opens it. */
function openAddressed() {
	const details = byId(decodeURIComponent(location.hash.slice(1)));

	if (!details || details.tagName !== 'DETAILS')
		return;
	details.open = true;
	details.scrollIntoView();
	details.querySelector('summary').focus();
}

byId('theme').addEventListener('click', () => {
	const root = document.documentElement;
	const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;

	root.dataset.theme = dark ? 'light' : 'dark';
});
byId('only').addEventListener('change', showCells);
byId('filter').addEventListener('input', showCells);
addEventListener('hashchange', openAddressed);
showSummary();
showMatrix();
showCells();
byId('runs').append(...(detailsOf.size ? detailsOf.values() : [make('p', { class: 'note' }, 'No cell fails, and all are as expected.')]));
showCoverage();
openAddressed();
