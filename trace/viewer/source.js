/* source.js: the specification, with the line of each thread. */

const TOKENS = /(\/\*|\/\/.*$)|\b(barrier|bucket|cycle|collector|object|work|property|phase|scenario|verify|mutant|function|if|else|for|in|let|emit|while|return|when|whenever|open|fill|from|to|always|eventually|forall|exists|until|implies|and|or|not|stop|resume|begin|end|thread|litmus|shared|forbidden|allowed|import|option|mutator|objects|replace|with)\b|\b(\d+)\b/g;

/* The parts of a line, as [class, text]; STATE.comment says whether a comment goes on. */
function lineParts(text, state) {
	const parts = [];
	let rest = text;

	while (rest !== '') {
		if (state.comment)
			rest = takeComment(parts, rest, state);
		else
			rest = takeCode(parts, rest, state);
	}
	return parts;
}

function takeComment(parts, text, state) {
	const end = text.indexOf('*/');
	const length = end < 0 ? text.length : end + 2;

	state.comment = end < 0;
	parts.push(['comment', text.slice(0, length)]);
	return text.slice(length);
}

function takeCode(parts, text, state) {
	let from = 0;

	for (const match of text.matchAll(TOKENS)) {
		parts.push([null, text.slice(from, match.index)]);
		if (match[1] === '/*') {
			state.comment = true;
			return text.slice(match.index);
		}
		parts.push([match[1] ? 'comment' : match[2] ? 'word' : 'number', match[0]]);
		from = match.index + match[0].length;
	}
	parts.push([null, text.slice(from)]);
	return '';
}

function makeLine(text, number, state) {
	const code = make('code');

	for (const [kind, part] of lineParts(text, state))
		if (part !== '')
			code.append(kind ? make('span', { class: kind }, part) : part);
	return make('div', { class: 'line', 'data-line': number }, make('span', { class: 'arrow' }),
		make('span', { class: 'number' }, String(number)), code, make('span', { class: 'who' }));
}

const LINE = 18; /* the height of a line */

class SourcePane {
	/* ON_LINE(file, line) is called for a click on a line. */
	constructor(sources, onLine) {
		this.text = byId('source-text');
		this.tabs = byId('files');
		this.files = new Map();
		this.shown = null;
		this.marked = [];
		for (const [path, text] of Object.entries(sources))
			this.addFile(path, text);
		this.tabs.hidden = this.files.size < 2;
		this.text.addEventListener('click', event => {
			const line = event.target.closest('.line');

			if (line)
				onLine(this.shown, Number(line.dataset.line));
		});
	}

	addFile(path, text) {
		const tab = make('button', { type: 'button', role: 'tab', 'aria-selected': 'false' }, path);
		const state = { comment: false };
		const lines = text === null ? []
			: text.replace(/\n$/, '').split('\n').map((line, i) => makeLine(line, i + 1, state));
		const body = make('div', { class: 'file', role: 'tabpanel', 'aria-label': path }, ...lines);

		if (text === null)
			body.append(make('p', { class: 'note' }, `The text of ${path} is not in this page.`));
		tab.addEventListener('click', () => this.showFile(path));
		this.tabs.append(tab);
		this.files.set(path, { tab, body, lines });
	}

	showFile(path) {
		if (path === this.shown || !this.files.has(path))
			return;
		if (this.shown !== null)
			this.files.get(this.shown).tab.setAttribute('aria-selected', 'false');
		this.shown = path;
		this.files.get(path).tab.setAttribute('aria-selected', 'true');
		this.text.replaceChildren(this.files.get(path).body);
	}

	line(where) {
		const file = where && this.files.get(where.file);

		return file ? file.lines[where.line - 1] : undefined;
	}

	mark(where, kind) {
		const line = this.line(where);

		if (line) {
			line.classList.add(kind);
			this.marked.push(line);
		}
		return line;
	}

	clear() {
		for (const line of this.marked) {
			line.classList.remove('now', 'here', 'waiting', 'red', 'broken');
			line.querySelector('.arrow').textContent = '';
			line.querySelector('.who').replaceChildren();
		}
		this.marked = [];
	}

	/* A green arrow with the thread's name; that of the step's own thread is bright. */
	point(where, thread, isNow) {
		const line = this.mark(where, isNow ? 'now' : 'here');

		if (!line)
			return;
		line.querySelector('.arrow').textContent = '▶';
		line.querySelector('.who').append(make('span', { class: isNow ? 'name now' : 'name' }, thread));
	}

	/* What fails is beside its line. */
	note(where, text) {
		const line = this.mark(where, 'broken');

		if (line)
			line.querySelector('.who').append(make('span', { class: 'name broken' }, text));
	}

	show(trace, number) {
		const step = trace.at(number);

		this.clear();
		for (const wait of step.waiting)
			this.mark(wait.where, 'waiting');
		for (const mark of step.red)
			this.mark((trace.stores.get(mark.store) || {}).where, 'red');
		for (const { name } of trace.threads)
			this.point(name === step.thread && step.where ? step.where : trace.lineOf(name, number),
				name, name === step.thread);
		if (number === trace.last && trace.end.event === 'fail')
			this.note(trace.end.where, `${trace.end.property} fails`);
		this.scrollTo(step.where || trace.lineOf(step.thread, number));
	}

	scrollTo(where) {
		if (where)
			this.showFile(where.file);
		else if (this.shown === null && this.files.size)
			this.showFile(this.files.keys().next().value);
		const line = this.line(where);

		if (line)
			keepInView(this.text, (where.line - 1) * LINE, LINE);
	}
}

/* Scrolls PANE so that the part from TOP is in its middle, unless it is well in view already. */
function keepInView(pane, top, height) {
	const margin = Math.min(80, pane.clientHeight / 4);

	if (top < pane.scrollTop + margin || top + height > pane.scrollTop + pane.clientHeight - margin)
		pane.scrollTop = top - (pane.clientHeight - height) / 2;
}
