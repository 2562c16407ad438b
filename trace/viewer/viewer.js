/* viewer.js: what is shown, and how it is changed: buttons, keys, search, filters and the address. */

const KEYS = [
	['← →', 'one step back, forward', { ArrowLeft: v => v.stepBy(-1), ArrowRight: v => v.stepBy(1),
		ArrowUp: v => v.stepBy(-1), ArrowDown: v => v.stepBy(1) }],
	['Home End', 'first, last step', { Home: v => v.goToEnd(-1), End: v => v.goToEnd(1) }],
	['n p', 'next, previous red mark', { n: v => v.jump('red', 1), p: v => v.jump('red', -1) }],
	['b B', 'next, previous change of a bucket', { b: v => v.jump('bucket', 1), B: v => v.jump('bucket', -1) }],
	['f F', 'next, previous change of a phase', { f: v => v.jump('phase', 1), F: v => v.jump('phase', -1) }],
	['x X', 'next, previous change of the property', { x: v => v.jump('property', 1), X: v => v.jump('property', -1) }],
	['/', 'search; Enter and Shift+Enter go to the next and previous match', { '/': () => byId('query').focus() }],
	['d', 'compare steps with this one; again: no longer', { d: v => v.toggleBase() }],
	['r', 'only steps with red marks', { r: () => byId('only-red').click() }],
	['w', 'the other trace', { w: v => v.otherTrace() }],
	['c', 'copy the command', { c: v => v.copyCommand() }],
	['l', 'what colours and shapes mean', { l: v => v.toggleLegend() }],
	['t', 'light or dark', { t: v => v.changeTheme() }],
	['?', 'this list', { '?': () => byId('help').showModal() }],
];
const KEY_ACTIONS = Object.assign({}, ...KEYS.map(([, , actions]) => actions));

const JUMPS = [['red', 'Red', 'red mark', 'p', 'n'], ['bucket', 'Bucket', 'change of a bucket', 'B', 'b'],
	['phase', 'Phase', 'change of a phase', 'F', 'f'],
	['property', 'Property', 'change of the property', 'X', 'x']];

const PRINTED_ROWS = 400;

class Viewer {
	constructor({ traces, sources }) {
		this.traces = traces.map(({ name, lines }) => new Trace(name, lines));
		this.traces.forEach((trace, index) => Object.assign(trace, { index }));
		this.fork = traces.length > 1 ? firstDifference(...this.traces) : null;
		this.heaps = this.traces.map(trace => new HeapPane(trace, () => this.show()));
		this.regions = this.traces.map(trace => new RegionsPane(trace));
		this.source = new SourcePane(sources, (file, line) => this.goToLine(file, line));
		this.panes = this.traces.map(trace => this.makePane(trace));
		this.active = 0;
		this.hidden = new Set();
		byId('panes').classList.toggle('two', traces.length > 1);
		this.fillControls();
		this.listen();
		this.readAddress();
	}

	get trace() {
		return this.traces[this.active];
	}

	makePane(trace) {
		const label = this.traces.length > 1 ? `${'AB'[trace.index]}: ${trace.name.replace(/^.*\//, '')}` : '';
		const pane = new RunPane(trace, label, number => this.goToStepOf(trace.index, number),
			name => this.toggleThread(name));

		byId('runs').append(pane.element);
		return pane;
	}

	/* ---------------------------------------------------------------------- fixed texts */
	fillControls() {
		byId('only-red').closest('label').hidden = this.traces.every(trace => trace.jumps.red.length === 0);
		byId('jumps').append(...JUMPS.flatMap(jump => this.makeJump(...jump)));
		byId('keys').firstElementChild.append(...KEYS.map(([keys, does]) =>
			make('tr', null, make('th', { scope: 'row' },
				...keys.split(' ').flatMap(key => [make('kbd', null, key), ' '])), make('td', null, does))));
	}

	/* What is about the trace that is shown, and not about its step. */
	fillTrace() {
		if (this.filled === this.trace)
			return;
		this.filled = this.trace;
		this.fillHeading();
		this.fillObjects();
	}

	/* An object that is chosen stays so, if the trace has it. */
	fillObjects() {
		const chosen = byId('object').value;
		const names = [...this.trace.objects.keys()];

		byId('object').replaceChildren(make('option', { value: '' }, 'any'),
			...names.map(name => make('option', { value: name }, name)));
		byId('object').value = names.includes(chosen) ? chosen : '';
		byId('object').closest('label').hidden = names.length === 0;
		if (byId('object').value !== chosen)
			this.setRows();
	}

	fillHeading() {
		const { heading, end } = this.trace;
		const name = heading.name || heading.collector || heading.file;
		const facts = [heading.mutant && `mutant ${heading.mutant}`, heading.scenario && `scenario ${heading.scenario}`,
			heading.options, heading.memory && `memory ${heading.memory}`,
			heading.workers && `workers ${heading.workers}`, switchText(end)].filter(text => text);

		document.title = `${name}: ${end.property || end.claim || 'a run'}`;
		byId('title').textContent = name;
		byId('cell').textContent = facts.join(', ');
		byId('verdict').textContent = end.event === 'fail' ? `${end.property} fails` : end.claim || end.why;
		byId('verdict').className = end.event === 'fail' ? 'fails' : 'ends';
		byId('again').hidden = !heading.command;
		byId('command').textContent = heading.command || '';
		byId('copied').textContent = '';
	}

	makeJump(kind, title, what, backKey, forwardKey) {
		if (this.traces.every(trace => trace.jumps[kind].length === 0))
			return [];
		const button = (text, direction, word, key) => {
			const element = make('button', { type: 'button', id: `${word}-${kind}`, title: `${word} ${what} (${key})`,
				'aria-label': `${word} ${what}`, class: kind }, text);

			element.addEventListener('click', () => this.jump(kind, direction));
			return element;
		};

		return [button('‹', -1, 'Previous', backKey), button(`${title} ›`, 1, 'Next', forwardKey)];
	}

	/* ---------------------------------------------------------------------------- events */
	listen() {
		const actions = { first: () => this.goToEnd(-1), back: () => this.stepBy(-1),
			forward: () => this.stepBy(1), last: () => this.goToEnd(1), 'mark-diff': () => this.toggleBase(),
			theme: () => this.changeTheme(), 'help-button': () => byId('help').showModal(),
			copy: () => this.copyCommand() };

		for (const [id, action] of Object.entries(actions))
			byId(id).addEventListener('click', action);
		byId('object').addEventListener('change', () => this.filter());
		byId('only-red').addEventListener('change', () => this.filter());
		byId('query').addEventListener('input', () => this.search());
		byId('query').addEventListener('keydown', event => this.onSearchKey(event));
		document.addEventListener('keydown', event => this.onKey(event));
		window.addEventListener('hashchange', () => this.readAddress());
		window.addEventListener('resize', () => this.panes.forEach(pane => pane.render()));
		window.addEventListener('beforeprint', () => this.beforePrint());
		window.addEventListener('afterprint', () => this.afterPrint());
		byId('legend-panel').addEventListener('toggle', () => this.fillLegend());
	}

	/* A printed page has the legend, too. */
	beforePrint() {
		const legend = byId('legend-panel');

		this.panes.forEach(pane => pane.renderAround(PRINTED_ROWS));
		this.legendWasOpen = legend.open;
		this.fillLegend();
		legend.open = true;
	}

	afterPrint() {
		this.panes.forEach(pane => pane.render());
		byId('legend-panel').open = this.legendWasOpen;
	}

	fillLegend() {
		fillLegend(this.traces.some(trace => trace.objects.size > 0));
	}

	toggleLegend() {
		const legend = byId('legend-panel');

		legend.open = !legend.open;
		this.fillLegend();
		legend.scrollIntoView({ block: 'nearest' });
	}

	onKey(event) {
		const types = event.target.closest('input[type=search], select, dialog');

		if (types || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEY_ACTIONS))
			return;
		event.preventDefault();
		KEY_ACTIONS[event.key](this);
	}

	onSearchKey(event) {
		if (event.key === 'Enter') {
			event.preventDefault();
			this.goToMatch(event.shiftKey ? -1 : 1);
		} else if (event.key === 'Escape') {
			byId('query').value = '';
			byId('query').blur();
			this.search();
		}
	}

	/* --------------------------------------------------------------------- going to steps */
	goToStepOf(index, number) {
		this.active = index;
		this.fillTrace();
		this.findMatches();
		this.go(number);
	}

	go(number) {
		this.step = this.trace.clamp(number);
		this.show();
	}

	/* The next or previous number of the sorted NUMBERS, or undefined. */
	neighbour(numbers, direction) {
		const count = upperBound(numbers, direction > 0 ? this.step : this.step - 1);

		return numbers[direction > 0 ? count : count - 1];
	}

	/* After the last step of a run that repeats comes the first one that repeats. */
	stepBy(direction) {
		const { rows } = this.panes[this.active];
		const next = this.neighbour(rows, direction);
		const loop = this.trace.loop === null ? undefined : rows.find(number => number >= this.trace.loop);

		if (next !== undefined)
			this.go(next);
		else if (direction > 0 && loop !== undefined)
			this.go(loop);
	}

	goToEnd(direction) {
		const { rows } = this.panes[this.active];

		if (rows.length)
			this.go(rows[direction < 0 ? 0 : rows.length - 1]);
	}

	/* To the next or previous step of a KIND that passes the filters. */
	jump(kind, direction) {
		const shown = new Set(this.panes[this.active].rows);
		const next = this.neighbour(this.trace.jumps[kind].filter(number => shown.has(number)), direction);

		if (next === undefined)
			this.notice(`there is no ${direction > 0 ? 'later' : 'earlier'} one`);
		else
			this.go(next);
	}

	/* The next step at a line of a specification, or the first one. */
	goToLine(file, line) {
		const numbers = this.trace.steps.filter(({ where }) => where && where.file === file && where.line === line)
			.map(step => step.step);
		const next = this.neighbour(numbers, 1);

		if (numbers.length)
			this.go(next === undefined ? numbers[0] : next);
	}

	otherTrace() {
		if (this.traces.length > 1)
			this.goToStepOf(1 - this.active, this.step);
	}

	/* ------------------------------------------------------------------ search and filters */
	get query() {
		return byId('query').value.trim().toLowerCase();
	}

	search() {
		this.findMatches();
		this.show();
	}

	findMatches() {
		const matches = this.panes.map(pane => pane.search(this.query));

		this.matches = matches[this.active];
	}

	goToMatch(direction) {
		const next = this.neighbour(this.matches, direction);

		if (next !== undefined)
			this.go(next);
		else if (this.matches.length)
			this.go(this.matches[direction > 0 ? 0 : this.matches.length - 1]);
	}

	toggleThread(name) {
		if (!this.hidden.delete(name))
			this.hidden.add(name);
		this.filter();
	}

	filter() {
		this.setRows();
		this.findMatches();
		this.show();
	}

	setRows() {
		const passes = stepFilter(this.hidden, byId('object').value, byId('only-red').checked);

		this.panes.forEach(pane =>
			pane.setRows(pane.trace.steps.filter(passes).map(step => step.step), this.hidden));
	}

	/* --------------------------------------------------------------------------- showing */
	show() {
		const { trace, step } = this;

		this.source.show(trace, step);
		this.panes.forEach(pane => pane.show({ step: pane.trace.clamp(step),
			base: pane.trace === trace ? this.base : null, fork: this.fork }));
		showSentence(trace, step);
		this.showDifferences();
		showValues(trace, step);
		this.heaps[this.active].show(step);
		this.regions[this.active].show(step);
		showWork(trace, step);
		showRegisters(trace, step);
		showFailure(trace, step, number => this.go(number), where => this.source.scrollTo(where));
		this.showControls();
		this.writeAddress();
	}

	showDifferences() {
		const parts = [];

		if (this.base !== null)
			parts.push(stepDifference(this.trace, this.base, this.step));
		if (this.traces.length > 1)
			parts.push(...traceDifference(...this.traces, this.step, this.fork, number => this.go(number)));
		fillPanel('diff-panel', ...parts);
	}

	showControls() {
		const { trace, step, matches, active } = this;
		const here = upperBound(matches, step);

		byId('position').textContent = `${step} / ${trace.last}`;
		byId('first').disabled = byId('back').disabled = step === trace.first;
		byId('forward').disabled = step === trace.last && trace.loop === null;
		byId('last').disabled = step === trace.last;
		byId('mark-diff').setAttribute('aria-pressed', String(this.base !== null));
		byId('matches').textContent = this.query === '' ? '' : matches.length === 0 ? 'no match'
			: `${matches[here - 1] === step ? here : '–'} / ${matches.length}`;
		this.panes.forEach((pane, i) => pane.element.classList.toggle('active', i === active));
	}

	notice(text) {
		byId('matches').textContent = text;
	}

	toggleBase() {
		this.base = this.base === null ? this.step : null;
		this.show();
	}

	changeTheme() {
		const root = document.documentElement;
		const dark = root.dataset.theme ? root.dataset.theme === 'dark'
			: matchMedia('(prefers-color-scheme: dark)').matches;

		root.dataset.theme = dark ? 'light' : 'dark';
	}

	async copyCommand() {
		const range = document.createRange();

		range.selectNodeContents(byId('command'));
		getSelection().removeAllRanges();
		getSelection().addRange(range);
		try {
			await navigator.clipboard.writeText(byId('command').textContent);
			byId('copied').textContent = 'copied';
		} catch (error) {
			byId('copied').textContent = 'selected';
		}
	}

	/* --------------------------------------------------------------------------- address */
	readAddress() {
		const words = new URLSearchParams(location.hash.slice(1));
		const shown = words.getAll('thread');

		this.active = words.get('trace') === 'b' && this.traces.length > 1 ? 1 : 0;
		this.fillTrace();
		this.base = words.has('with') ? this.trace.clamp(Number(words.get('with')) || 0) : null;
		this.hidden = new Set(shown.length === 0 ? [] : this.trace.threads.map(thread => thread.name)
			.filter(name => !shown.includes(name)));
		byId('object').value = words.get('object') || '';
		byId('only-red').checked = words.has('red');
		byId('query').value = words.get('q') || '';
		this.step = this.trace.clamp(Number(words.get('step')) || this.trace.first);
		this.filter();
	}

	/* Browsers refuse an address that changes too often. */
	writeAddress() {
		clearTimeout(this.addressTimer);
		this.addressTimer = setTimeout(() => history.replaceState(null, '', this.address()), 120);
	}

	address() {
		const words = new URLSearchParams({ step: this.step });

		if (this.base !== null)
			words.set('with', this.base);
		if (this.hidden.size)
			for (const { name } of this.trace.threads.filter(thread => !this.hidden.has(thread.name)))
				words.append('thread', name);
		if (byId('object').value)
			words.set('object', byId('object').value);
		if (byId('only-red').checked)
			words.set('red', '1');
		if (this.query)
			words.set('q', this.query);
		if (this.active)
			words.set('trace', 'b');
		return `#${words}`;
	}
}

/* Whether a step is shown. */
function stepFilter(hidden, object, onlyRed) {
	const isAbout = object === '' ? () => true : aboutFilter(object);

	return step => !hidden.has(step.thread) && (!onlyRed || step.red.length > 0) && isAbout(step);
}

/* Whether OBJECT is in a step: "a" is in "a", "a.mark" and "scan_obj(a)". */
function aboutFilter(object) {
	const whole = new RegExp(`(^|[(, ])${object.replace(/[^\w\s]/g, '\\$&')}($|[.), ])`);
	const isName = name => typeof name === 'string' && whole.test(name);
	const isIn = op => isName(op.location) || isName(op.found) || isName(op.stored);

	return step => isName(step.subject) || step.operations.some(isIn) || step.red.some(isIn);
}

const viewer = new Viewer(JSON.parse(byId('data').textContent));
