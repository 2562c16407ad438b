/* compare.js: differences of two steps, and of two traces. */

/* What has to be equal in two steps of traces that are still the same. */
function stepKey(step) {
	const operations = step.operations.map(op => [op.op, op.location, op.found, op.stored]);

	return JSON.stringify([step.thread, step.do, step.subject, step.statement, operations]);
}

/* The number of the first step in which two traces differ, or null. */
function firstDifference(a, b) {
	const first = Math.max(a.first, b.first);
	const last = Math.min(a.last, b.last);

	for (let number = first; number <= last; number++)
		if (stepKey(a.at(number)) !== stepKey(b.at(number)))
			return number;
	return a.last === b.last ? null : last + 1;
}

function differenceTable(differences, oldTitle, newTitle) {
	const cell = text => make('td', { class: text === null ? 'missing' : '' }, text === null ? '—' : text);
	const rows = differences.map(([group, name, old, now]) =>
		make('tr', null, rowHeading(name), make('td', { class: 'kind' }, group), cell(old), cell(now)));

	if (rows.length === 0)
		return make('p', { class: 'note' }, `No difference between ${oldTitle} and ${newTitle}.`);
	return makeTable(['', '', oldTitle, newTitle], rows);
}

/* How the state at step NUMBER differs from that at step BASE. */
function stepDifference(trace, base, number) {
	return differenceTable(stateDifference(trace.at(base), trace.at(number)),
		`step ${base}`, `step ${number}`);
}

/* How the states of two traces differ at the same step, with where the traces part. */
function traceDifference(a, b, number, fork, onJump) {
	const until = fork === null ? make('p', null, 'The traces have the same steps.')
		: make('p', null, 'The traces are the same before ', makeLink(`step ${fork}`, () => onJump(fork)), '.');

	return [until, differenceTable(stateDifference(a.at(number), b.at(number)),
		`A, step ${a.clamp(number)}`, `B, step ${b.clamp(number)}`)];
}
