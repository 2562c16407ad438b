/* rows.js: what `--json' of verify, litmus, agree and explore says, as rows of one table. */

const GOOD = 'as expected';
/* What the verdict of a cell of agree or explore is, in the words of verify. */
const OUTCOMES = {
	equal: GOOD, within: GOOD, verified: GOOD, different: 'differs', fails: 'differs', bounded: 'inconclusive',
	inconclusive: 'inconclusive', refused: 'tool failed', 'tool failed': 'tool failed', 'not run': 'not run',
};

/* What a page of several files calls one: of a campaign, its part. */
const titleOf = file => file.part ? `${file.part}: ${file.file}` : file.file;

const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);

/* The verdict that is worth most to the reader: what was not expected, then what fails. */
function verdictOf(checks) {
	const told = checks.find(check => check.outcome !== GOOD) || checks.find(check => check.verdict === 'fails') || checks[0];

	return told ? told.verdict + (told.property ? ` (${told.property})` : '') : 'no check';
}

/* "fails (none_lost)": what was expected; several checks have several. */
function expectedOf(checks) {
	return [...new Set(checks.map(check => check.expected === 'holds' ? 'holds' : `fails (${check.properties.join(', ')})`))].join('; ');
}

function rowOfCell(file, cell, mutant) {
	const options = Object.entries(cell.options).map(([name, value]) => `${name}=${value}`).join(' ');

	return {
		file: titleOf(file), scenario: cell.scenario, options, mutant: mutant ? mutant.mutant : '', property: cell.property || '',
		memory: cell.memory, workers: cell.workers, verdict: verdictOf(cell.checks), expected: mutant ? 'to be caught' : expectedOf(cell.checks),
		outcome: mutant && cell.outcome === 'differs' ? mutant.outcome : cell.outcome, states: sum(cell.checks, 'states'), seconds: sum(cell.checks, 'seconds'),
		mb: Math.max(0, ...cell.checks.map(check => check.memory_mb)), counterexample: cell.counterexample,
		why: [...cell.checks.map(check => check.reason).filter(Boolean), ...cell.rests_on].join('; '),
	};
}

/* A mutant has a row for what became of it, because no cell of it need fail. */
function rowOfMutant(file, mutant) {
	return {
		file: titleOf(file), scenario: '(the mutant)', options: '', mutant: mutant.mutant, memory: '', workers: '',
		verdict: mutant.caught ? `caught by ${mutant.by}` : mutant.outcome === 'differs' ? 'not caught' : mutant.outcome,
		expected: 'to be caught', outcome: mutant.outcome, states: 0, seconds: 0, mb: 0, counterexample: null,
		why: mutant.report || '',
	};
}

function rowOfLitmus(file, test) {
	return {
		file: titleOf(file), scenario: test.test, options: '', mutant: '', memory: test.memory, workers: '',
		verdict: test.outcome === GOOD ? 'as claimed' : test.outcome === 'differs' ? 'not as claimed' : test.outcome,
		expected: 'as claimed', outcome: test.outcome, states: test.states, seconds: test.seconds, mb: 0,
		counterexample: test.counterexample, why: test.reason || '',
	};
}

function rowOfProgram(file, cell) {
	return {
		file: titleOf(file), scenario: cell.scenario, options: file.options || '', mutant: '', memory: cell.memory, workers: '',
		verdict: cell.verdict, expected: file.command === 'agree' ? 'equal' : 'verified', outcome: OUTCOMES[cell.verdict],
		states: cell.executions, seconds: cell.seconds, mb: 0, counterexample: cell.counterexample, why: cell.reason || '',
	};
}

function rowsOfFile(file) {
	if (file.command === 'agree' || file.command === 'explore')
		return file.cells.map(cell => rowOfProgram(file, cell));
	return [
		...(file.cells || []).map(cell => rowOfCell(file, cell, null)),
		...(file.mutants || []).flatMap(mutant => [rowOfMutant(file, mutant),
			...mutant.cells.map(cell => rowOfCell(file, cell, mutant))]),
		...(file.litmus || file.tests || []).map(test => rowOfLitmus(file, test)),
	];
}

/* The number of the row's run in this page, or null. */
function runOf(row) {
	const match = /#run-(\d+)$/.exec(row.counterexample && row.counterexample.run || '');

	return match ? Number(match[1]) : null;
}

function nameOf(row) {
	return [row.scenario, row.options, row.mutant && `mutant ${row.mutant}`, row.property, row.memory, row.workers].filter(Boolean).join(', ');
}
