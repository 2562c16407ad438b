/* tables.js: the panels with text: what the step does, values, work, registers, the property. */

/* ---------------------------------------------------------------------- the step */
function showSentence(trace, number) {
	const step = trace.at(number);
	const parts = [make('p', { class: 'headline' }, make('b', null, `Step ${number}`),
		step.thread ? ` ${step.thread}: ` : ' ', make('span', { class: 'code' }, stepWords(step)))];

	if (step.do !== 'open' && step.do !== 'close' && step.because)
		parts.push(make('p', null, `because ${step.because}`));
	parts.push(...operationList(step), ...step.red.map(makeRedMark));
	if (number === trace.last)
		parts.push(make('p', { class: trace.end.event === 'fail' ? 'fails' : 'ends' }, endWords(trace)));
	if (number === trace.last && trace.loop !== null)
		parts.push(make('p', { class: 'loops' }, `↻ after it comes step ${trace.loop} again: the run repeats forever`));
	byId('sentence').replaceChildren(...parts);
}

function operationList(step) {
	const items = step.operations.map(op => [operationWords(op), op]).filter(([words]) => words !== '');

	if (items.length === 0)
		return [];
	return [make('ul', { class: 'operations' }, ...items.map(([words, op]) =>
		make('li', null, make('span', { class: 'code' }, words), make('span', { class: 'kind' },
			[op.op, op.order].filter(text => text).join(' ')))))];
}

function makeRedMark(mark) {
	return make('p', { class: 'red-mark' }, make('b', null, mark.rule), ' ', ...withCode(mark.why));
}

/* A sentence, in which `this` is code. */
function withCode(text) {
	return text.split('`').map((part, i) => i % 2 ? make('code', null, part) : part);
}

/* -------------------------------------------------------------------- the ending */
function endWords(trace) {
	const { end } = trace;

	if (end.event === 'fail')
		return `${end.property} fails${end.binding ? `, with ${end.binding}` : ''}: ${end.why}`;
	return [end.claim, end.why].filter(text => text).join(': ') || 'the run ends';
}

const outcomeText = outcome => Object.entries(outcome || {}).map(([name, value]) => `${name} = ${value}`).join(', ');

/* ON_JUMP(number) and ON_PLACE(where) are called for clicks. */
function showFailure(trace, number, onJump, onPlace) {
	const { end } = trace;
	const { property } = trace.at(number);
	const rows = [[end.event === 'fail' ? 'fails' : 'claim', endWords(trace)],
		['formula', end.formula], ['outcome', outcomeText(end.outcome)], ['false', brokenText(end.broken, trace.last)],
		...promiseRows(end.broken), ...givenRows(end.broken), ['now', property && propertyText(property)],
		...waitRows(property),
		['reorderings', countText(end.reorderings)], ['needed', countText(end.needed)],
		['context switches', countText(end.switches)], ['fewest', countText(end.fewest_switches)],
		['operations', countText(end.operations)], ['fewest', countText(end.fewest_operations)],
		['objects', countText(end.objects)], ['fewest', countText(end.fewest_objects)],
		['when', makeLink(`step ${trace.last}`, () => onJump(trace.last))],
		['at', end.where && makeLink(placeText(end.where), () => onPlace(end.where))]];

	fillPanel('failure-panel', make('table', { class: 'facts' }, make('tbody', null,
		...rows.filter(([, value]) => value).map(([name, value]) =>
			make('tr', null, rowHeading(name), make('td', { class: 'code' }, value))))));
}

const placeText = where => `${where.file}:${where.line}:${where.column}`;
/* "5 context switches (the fewest)" */
function switchText(end) {
	if (end.switches === undefined)
		return '';
	return `${end.switches} context switch${end.switches === 1 ? '' : 'es'}${end.fewest_switches === end.switches ? ' (the fewest)' : ''}`;
}

const countText = count => count === undefined || count === null ? '' : String(count);
const atomsText = values => Object.entries(values).map(([name, value]) => `${name} = ${value}`).join(', ');
const forText = binding => binding ? `, for ${binding}` : '';
const sinceText = step => step ? `since step ${step}` : 'from the start';

const fromText = step => step ? `step ${step} on` : 'the start';
const afterText = step => step ? `after step ${step}` : 'at the start';

/* The part of the formula that is false. */
function brokenText(broken, last) {
	if (!broken)
		return null;
	const values = atomsText(broken.values);
	const when = broken.step === last ? '' : ` (${afterText(broken.step)})`;

	return `${broken.text}${forText(broken.binding)}${values && `: ${values}`}` +
		(broken.never ? `; never true from ${fromText(broken.since)} (these values are those ${afterText(broken.step)})` : when);
}

/* Until when it must be true, if that depends on no condition. */
function promiseRows(broken) {
	if (!broken || !broken.until || broken.given.length > 0)
		return [];
	return [['must be true', `from ${fromText(broken.since)} until ${broken.until}`]];
}

/* Why it must be true. */
function givenRows(broken) {
	return (broken ? broken.given : []).map(({ text, values, since = broken.since }) => ['because',
		`${text}${since === null ? '' : ` (${afterText(since)})`}: ${atomsText(values)}` +
		(broken.until ? `; until ${broken.until}` : '')]);
}

const propertyText = ({ state, since }) => `${state} ${sinceText(since)}`;

function waitRows(property) {
	return (property ? property.waits : []).map(wait =>
		['waits for', `${wait.for}${forText(wait.binding)}, ${sinceText(wait.since)}`]);
}

/* ------------------------------------------------------------------------ values */
/* A cell is "changed" since the step before, and "differs" where memory has another value. */
function showValues(trace, number) {
	const step = trace.at(number);
	const before = trace.before(number) || step;
	const values = stateValues(step);
	const old = stateValues(before);
	const threads = observers(trace);
	const rows = trace.locations.filter(location => values.has(location) || old.has(location))
		.map(location => make('tr', null, rowHeading(location),
			valueCell(old.get(location), values.get(location)),
			...threads.map(thread => observedCell(step, before, values, old, location, thread))));

	fillPanel('values-panel', ...rows.length ? [makeTable(['', 'memory', ...threads], rows)] : []);
}

function valueCell(old, value, kind) {
	const changed = old !== value ? 'changed' : '';

	return make('td', { class: [kind, changed].filter(name => name).join(' '),
		title: changed && `was ${old === undefined ? 'not there' : old}` },
	value === undefined ? '—' : value);
}

function observedCell(step, before, values, old, location, thread) {
	const own = observedValue(step, location, thread);
	const value = own === undefined ? values.get(location) : own;
	const was = observedValue(before, location, thread);

	return valueCell(was === undefined ? old.get(location) : was, value, own === undefined ? 'same' : 'differs');
}

/* -------------------------------------------------------------------------- work */
function showWork(trace, number) {
	const step = trace.at(number);
	const before = trace.before(number) || step;
	const parts = [bucketTable(trace.work, step, before), unitTable(trace.work, step, before),
		switchTable('Phase', step.phases, before.phases), switchTable('Mutator', step.mutators, before.mutators)];

	fillPanel('work-panel', ...parts.filter(part => part !== null));
}

/* WORK: the kinds of each bucket, whose units are beside it. */
function bucketTable(work, step, before) {
	const rows = Object.entries(step.buckets).map(([name, open]) =>
		make('tr', { class: open ? 'on' : 'off' }, rowHeading(name),
			valueCell(before.buckets[name] ? 'open' : 'closed', open ? 'open' : 'closed'),
			unitCell(step.running, before.running, work[name] || []),
			unitCell(step.pending, before.pending, work[name] || [])));

	return rows.length ? makeTable(['Bucket', '', 'running', 'pending'], rows) : null;
}

const stateWord = value => value === true ? 'on' : value === false ? 'off' : value;

function switchTable(title, states, before) {
	const rows = Object.entries(states).map(([name, state]) =>
		make('tr', { class: state === false ? 'off' : 'on' }, rowHeading(name),
			valueCell(stateWord(before[name]), stateWord(state))));

	return rows.length ? makeTable([title, ''], rows) : null;
}

/* The units that no bucket of WORK has. */
function unitTable(work, step, before) {
	const known = Object.values(work).flat();
	const kinds = new Set([...step.running, ...step.pending, ...before.running, ...before.pending]
		.map(unit => unit.kind).filter(kind => !known.includes(kind)));
	const rows = [...kinds].sort().map(kind => make('tr', null, rowHeading(kind),
		unitCell(step.running, before.running, [kind]), unitCell(step.pending, before.pending, [kind])));

	return rows.length ? makeTable(['Units', 'running', 'pending'], rows) : null;
}

function unitsText(units, kinds) {
	const counts = countUnits(units.filter(unit => kinds.includes(unit.kind)));

	return [...counts].map(([name, count]) => count > 1 ? `${name} ×${count}` : name).join(', ');
}

function unitCell(units, before, kinds) {
	return valueCell(unitsText(before, kinds), unitsText(units, kinds));
}

/* --------------------------------------------------------------------- registers */
function showRegisters(trace, number) {
	const step = trace.at(number);
	const old = new Map(registerEntries(trace.before(number) || step));
	const rows = registerEntries(step).map(([name, value]) =>
		make('tr', null, rowHeading(name), valueCell(old.get(name), value)));

	fillPanel('registers-panel', ...rows.length ? [makeTable(['Register', 'value'], rows)] : []);
}
