/* viewer.mjs: the page of `gcdsl view' in a browser.  Prints TAP.
 *
 *	node viewer.mjs MODULES BROWSER PAGES PICTURES
 *
 * MODULES has playwright-core, PAGES the pages that viewer.sh has made; pictures go to PICTURES. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { smallPng } from './small-png.mjs';

const [modules, browserPath, pages, pictures] = process.argv.slice(2).map(path => resolve(path));
const { chromium } = createRequire(`${modules}/`)('playwright-core');
const SLOWEST = 100; /* milliseconds */

/* ----------------------------------------------------------------------------- TAP */
let count = 0;
let failures = 0;

function report(passes, what, ...details) {
	console.log(`${passes ? 'ok' : 'not ok'} ${++count} - ${what}`);
	failures += passes ? 0 : 1;
	if (!passes)
		details.forEach(detail => console.log(`# ${String(detail).replace(/\n/g, '\n# ')}`));
}

function is(what, actual, expected) {
	report(JSON.stringify(actual) === JSON.stringify(expected), what,
		`expected ${JSON.stringify(expected)}`, `actual   ${JSON.stringify(actual)}`);
}

/* ------------------------------------------------------------------------- a page */
const complaints = [];
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-lcd-text'] });

async function open(name, hash = '', options = {}) {
	const page = await browser.newPage({ viewport: { width: 1600, height: 950 }, ...options });

	page.on('console', message => complaints.push(`${name}: console: ${message.text()}`));
	page.on('pageerror', error => complaints.push(`${name}: ${error.stack}`));
	page.on('request', request => request.url().startsWith('file:') ||
		complaints.push(`${name}: request: ${request.url()}`));
	await page.goto(`file://${pages}/${name}.html${hash}`);
	return page;
}

const text = (page, selector) => page.locator(selector).innerText();
const texts = (page, selector) => page.locator(selector).allInnerTexts();
const step = async page => Number((await text(page, '#position')).split(' ')[0]);
const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const address = page => page.evaluate(() => viewer.address());

/* --------------------------------------------------------------------------- parts */
async function stepping() {
	const page = await open('short');

	is('the name', await text(page, '#title'), 'made');
	is('the verdict', await text(page, '#verdict'), 'none_lost fails');
	is('it begins with the start', await step(page), 0);
	await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown');
	is('keys go forward', await step(page), 3);
	await press(page, 'ArrowLeft', 'ArrowUp');
	is('keys go back', await step(page), 1);
	await press(page, 'End');
	is('End goes to the last step', await step(page), 64);
	await press(page, 'ArrowRight');
	is('there is nothing after it', await step(page), 64);
	is('what fails is said at its line', await texts(page, '.line[data-line="60"] .name'), ['none_lost fails']);
	await page.locator('#source-text').evaluate(pane => { pane.scrollTop = 0; });
	await page.click('#failure-panel button >> text=made.gc:60:3');
	is('a click on its place shows the line', await page.locator('#source-text').evaluate(pane => pane.scrollTop > 0), true);
	is('so is the part that is false, and why it must be true', await facts(page, 'false', 'because'),
		['false\tnot reachable(o), for o = lost: reachable(lost) = true', 'because\tfreed(o): freed(lost) = true']);
	is('what fails is shown there', await text(page, '#sentence .fails'), 'none_lost fails, with o = lost: it does not hold here');
	await press(page, 'Home');
	is('Home goes to the first', await step(page), 0);
	await page.click('#forward');
	await page.click('#forward');
	await page.click('#back');
	is('buttons go forward and back', await step(page), 1);
	await page.click('#last');
	is('the button of the last step', await step(page), 64);
	await page.click('#first');
	is('the button of the first step', await step(page), 0);
	await page.click('.row[data-step="7"]');
	is('a click goes to a step', await step(page), 7);
	is('the step in words', await text(page, '#sentence .headline'),
		'Step 7 worker: mark_obj(a): if fetch_or(o.mark, 1, relaxed) == 0 emit scan_obj(o)');
	is('its operations in words', await texts(page, '.operations .code'), ['a.mark: 0 → 1', 'emits scan_obj(a)']);
	is('its row is selected', await page.getAttribute('.row[data-step="7"]', 'aria-selected'), 'true');
	await page.click('svg.overview', { position: { x: 4, y: 2 } });
	is('a click beside the steps goes to a part of the run', await step(page), 0);
	await page.click('.line[data-line="21"]');
	is('a click on a line goes to its next step', await step(page), 4);
	await page.close();
}

async function promised() {
	const page = await open('promised', '#step=64');

	is('the step after which the part is false, and until when it must be true', await facts(page, 'false', 'must be true'),
		['false\tnot reachable(o), for o = lost: reachable(lost) = true (after step 60)',
			'must be true\tfrom step 3 on until swept']);
	await page.close();
}

async function legend() {
	const page = await open('short', '#step=3');
	const opened = () => page.evaluate(() => document.getElementById('legend-panel').open);
	const rows = () => page.locator('#legend-panel dt').evaluateAll(all => all.map(dt => [
		dt.nextElementSibling.tagName, dt.nextElementSibling.textContent.length > 10, dt.firstElementChild.getBoundingClientRect().width > 0]));

	is('the legend is closed at first', await opened(), false);
	await page.focus('#legend-panel summary');
	await press(page, 'Enter');
	is('the keyboard opens it', await opened(), true);
	is('every sample is seen, and has a meaning', (await rows()).filter(row => row.join() !== 'DD,true,true'), []);
	is('it has all parts', await texts(page, '#legend-panel h3'), ['Steps', 'Specification and values', 'Heap']);
	/* A sample is drawn as what it explains. */
	const colour = selector => page.locator(selector).first().evaluate(element => getComputedStyle(element).stroke);
	is('a store that is overtaken has its colour', await colour('#legend-panel .store.overtaken line'),
		await colour('#runs .store.overtaken line'));
	await page.focus('body');
	await press(page, 'l');
	is('so does a key', await opened(), false);
	await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
	is('it is printed', [await opened(), await page.isVisible('#legend-panel dd >> nth=0')], [true, true]);
	await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
	is('and closed again', await opened(), false);
	await page.close();
}

/* The rows with these headings of what the page says of the property. */
const facts = async (page, ...headings) => (await page.locator('#failure-panel tr').evaluateAll(rows =>
	rows.map(row => [...row.children].map(cell => cell.textContent).join('\t'))))
	.filter(text => headings.includes(text.split('\t')[0]));

async function jumping() {
	const page = await open('short');
	const after = async key => { await press(page, key); return step(page); };

	is('n goes to red marks', [await after('n'), await after('n'), await after('n')], [3, 4, 19]);
	is('p goes back', [await after('p'), await after('p')], [4, 3]);
	is('b goes to changes of buckets', [await after('b'), await after('b')], [5, 12]);
	is('B goes back', await after('B'), 5);
	is('f goes to changes of phases', [await after('f'), await after('f')], [6, 11]);
	is('F goes back', await after('F'), 6);
	is('x goes to changes of the property', [await after('x'), await after('x')], [11, 22]);
	is('X goes back', await after('X'), 11);
	await press(page, 'x');
	is('how it stands is shown', await facts(page, 'now', 'waits for'),
		['now\twaiting since step 22', 'waits for\tnot marking, for o = a, since step 22']);
	await press(page, 'End', 'X');
	is('the last one is where it fails', await after('x'), 64);
	await press(page, 'x');
	is('if there is none, it is said', await text(page, '#matches'), 'there is no later one');
	await page.click('#Previous-red');
	is('there are buttons for them', await step(page), 52);
	await page.close();
}

async function marks() {
	const page = await open('short', '#step=3');

	is('red marks have sentences', await texts(page, '.red-mark'), [
		'A a.field[0] = a of mutator m (step 1) is missed: rule A.',
		'A b.field[1] = c of mutator m (step 2) is missed: rule A.']);
	is('their stores are red lines', await page.locator('.line.red').evaluateAll(lines =>
		lines.map(line => line.dataset.line)), ['10', '11']);
	is('the step has a red number', await page.locator('.row.red').evaluateAll(rows =>
		rows.map(row => row.dataset.step)).then(rows => rows.slice(0, 3)), ['3', '4', '19']);
	is('each thread has its line', await texts(page, '.line .name'), ['mutator m']);
	await press(page, 'ArrowRight', 'ArrowRight');
	is('waiting stores are yellow lines', await page.locator('.line.waiting').evaluateAll(lines =>
		lines.map(line => line.dataset.line)), ['10', '11']);
	is('threads are at their lines', await page.locator('.line:has(.name)').evaluateAll(lines =>
		lines.map(line => [line.dataset.line, line.querySelector('.who').textContent])),
	[['12', 'mutator m'], ['21', 'worker'], ['30', 'releaser']]);
	is('a bar for each store, red if it is overtaken',
		await page.locator('svg.lanes .store').evaluateAll(stores => stores.slice(0, 2).map(store =>
			[store.getAttribute('class'), store.querySelector('title').textContent])),
		[['store overtaken', 'a.field[0] = a of mutator m: step 1 to step 10'],
			['store overtaken', 'b.field[1] = c of mutator m: step 2 to step 9']]);
	is('bars of stores that overtake each other cross', await page.evaluate(() => {
		const [a, b] = [...document.querySelectorAll('svg.lanes .store line')]
			.map(line => ['y1', 'y2'].map(name => Number(line.getAttribute(name))));

		return a[0] < b[0] && a[1] > b[1];
	}), true);
	await page.close();
}

async function drainedStores() {
	const page = await open('drained', '#step=3');

	is('a thread that holds stores has a memory', await page.evaluate(() => viewer.trace.threads.map(({ name }) => name)),
		await page.evaluate(() => viewer.trace.heading.threads.flatMap(({ name }) => name === 'mutator m' ? [name, 'memory of m'] : [name])));
	is('its bars end there', await page.locator('svg.lanes .store line').evaluateAll(bars => {
		const x = String(viewer.panes[0].lanes.get('memory of m'));

		return bars.length > 0 && bars.every(bar => bar.classList.contains('open') || bar.getAttribute('x2') === x);
	}), true);
	await page.close();
}

/* A worker whose store waits has a lane, one for its memory, and a column for what it finds there. */
async function lateWorkers() {
	const page = await open('late', '#step=13');

	is('a worker whose store waits has lanes', await page.evaluate(() => viewer.trace.threads.map(({ name }) => name)),
		['mutator m', 'worker', 'worker 1', 'memory of worker 1', 'releaser']);
	is('it finds its own store', await page.locator('#values-panel tr:has(th:text-is("a.p")) td').allTextContents(),
		['0', '0', '1']);
	await page.close();
}

async function state() {
	const page = await open('short', '#step=2');
	const cells = row => page.locator(`#values-panel tr:has(th:text-is("${row}")) td`)
		.evaluateAll(all => all.map(cell => [cell.textContent, cell.className]));

	is('a thread observes its own store', await cells('b.field[1]'), [['null', ''], ['c', 'differs changed']]);
	is('that of the step before has not changed', await cells('a.field[0]'), [['b', ''], ['a', 'differs']]);
	await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
	is('what changes is marked', await cells('a.mark'), [['1', 'changed'], ['1', 'same changed']]);
	is('a marked object with work is grey', await page.getAttribute('[data-object="a"]', 'class'), 'object grey');
	is('others are white', await page.getAttribute('[data-object="b"]', 'class'), 'object white');
	is('units are at their object', await page.locator('[data-object="a"] .units').textContent(), '▸ mark_obj ▹ scan_obj');
	await press(page, 'ArrowRight');
	is('without work it is black', await page.getAttribute('[data-object="a"]', 'class'), 'object black');
	await page.selectOption('#colour-by', '');
	is('the menu chooses what colours', await page.getAttribute('[data-object="a"]', 'class'), 'object plain');
	await page.selectOption('#colour-by', 'mark');
	is('buckets', await page.locator('#work-panel table').first().innerText(), 'Bucket\t\trunning\tpending\nstart\topen\t\t\ntrace\topen\tmark_obj(e)\t\nsweep\tclosed\t\t');
	is('units of no bucket', await texts(page, '#work-panel table:nth-child(2) tbody tr'), ['scan_obj\t\tscan_obj(e)']);
	is('registers', await text(page, '#registers-panel tbody'), 'mutator m: r\tb');
	const places = () => page.locator('.object .box').evaluateAll(boxes => boxes.map(box => box.getAttribute('x') + box.getAttribute('y')));
	const before = await places();
	await press(page, 'End');
	is('objects keep their places', await places(), before);
	await press(page, 'p', 'n');
	await page.goto(page.url().replace(/#.*/, '#step=64'));
	is('a freed object is struck through', await page.getAttribute('[data-object="lost"]', 'class'), 'object plain freed lost');
	is('by a line', await page.locator('[data-object="lost"] .strike').count(), 1);
	is('and that it is reachable is said', await page.locator('.alarm').textContent(), 'freed, and reachable');
	await page.close();
}

async function searching() {
	const page = await open('short');

	await press(page, '/');
	await page.keyboard.type('SCAN_obj(a)');
	const found = await page.evaluate(() => viewer.matches);
	is('what matches is marked', await page.locator('.row.match').evaluateAll(rows => rows.map(row => Number(row.dataset.step))),
		found.filter(number => number < 40).slice(0, await page.locator('.row.match').count()));
	await press(page, 'Enter');
	is('Enter goes to the first match', [await step(page), await text(page, '#matches')], [found[0], `1 / ${found.length}`]);
	await press(page, 'Enter', 'Enter', 'Shift+Enter');
	is('Enter and Shift+Enter', await step(page), found[1]);
	await press(page, 'Escape', 'ArrowRight');
	is('Escape ends the search', [await page.locator('.row.match').count(), await step(page)], [0, found[1] + 1]);
	await press(page, '/');
	await page.keyboard.type('b.field[1]');
	is('locations are searched', (await page.evaluate(() => viewer.matches)).slice(0, 2), [2, 9]);
	await page.fill('#query', 'nowhere');
	is('no match', await text(page, '#matches'), 'no match');
	await page.close();
}

async function filtering() {
	const page = await open('short');
	const rows = () => page.evaluate(() => viewer.panes[0].rows.length);

	await page.click('.label >> text=worker');
	is('a click on a thread hides it', await page.evaluate(() =>
		viewer.panes[0].rows.some(number => viewer.trace.at(number).thread === 'worker')), false);
	is('steps go from one shown step to the next', [await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'),
		await step(page)][1], 5);
	await page.click('.label >> text=worker');
	is('a second click shows it', await rows(), 65);
	await press(page, 'r');
	is('only red', await page.evaluate(() => viewer.panes[0].rows), [3, 4, 19, 20, 35, 36, 51, 52]);
	await press(page, 'Home', 'b');
	is('jumps go only to shown steps', [await step(page), await text(page, '#matches')], [3, 'there is no later one']);
	await press(page, 'n', 'n', 'n');
	is('there are others', await step(page), 20);
	await press(page, 'r');
	await page.selectOption('#object', 'c');
	is('by object', (await page.evaluate(() => viewer.panes[0].rows)).slice(0, 4), [2, 3, 9, 17]);
	await page.selectOption('#object', '');
	for (const name of ['environment', 'mutator m', 'memory of m', 'releaser', 'worker'])
		await page.locator('.label', { hasText: new RegExp(`^${name}$`) }).click();
	is('if no step is left, it is said', [await rows(), await page.isVisible('.run .note')], [1, false]);
	await press(page, 'r');
	is('no step passes', [await rows(), await page.isVisible('.run .note')], [0, true]);
	await page.close();
}

async function links() {
	const page = await open('short', '#step=20&with=3&thread=worker&thread=mutator+m&object=a&q=load');

	is('an address has the step', await step(page), 20);
	is('the threads', await page.evaluate(() => [...viewer.hidden]), ['environment', 'memory of m', 'releaser']);
	is('the object and the search', [await page.inputValue('#object'), await page.inputValue('#query')], ['a', 'load']);
	is('the other step', (await texts(page, '#diff-panel thead th')).slice(2), ['step 3', 'step 20']);
	await press(page, 'ArrowLeft');
	await page.waitForTimeout(300);
	is('the address follows', new URL(page.url()).hash, '#step=17&with=3&thread=mutator+m&thread=worker&object=a&q=load');
	await page.reload();
	is('and is read again', [await step(page), await address(page)],
		[17, '#step=17&with=3&thread=mutator+m&thread=worker&object=a&q=load']);
	await page.waitForTimeout(300); /* until the page has written its own address */
	await page.evaluate(() => { location.hash = '#step=99999&with=x&object=nobody&thread=nobody'; });
	await page.waitForTimeout(100);
	is('what is not there does no harm', await step(page), 64);
	await page.close();
}

async function stepDiff() {
	const page = await open('short', '#step=4');

	is('no difference is shown', await page.isVisible('#diff-panel'), false);
	await press(page, 'd');
	is('a step is as it is', await text(page, '#diff-panel .note'), 'No difference between step 4 and step 4.');
	await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
	is('what differs between two steps', await texts(page, '#diff-panel tbody tr'), [
		'a.mark\tvalue\t0\t1', 'trace\tbucket\tclosed\topen', 'marking\tphase\toff\ton', 'm\tmutator\tstopped\trunning',
		'mark_obj(a)\tpending\t1\t—', 'scan_obj(a)\tpending\t—\t1', 'mark_obj(a)\trunning\t—\t1']);
	is('the other step is marked', await page.getAttribute('.row.base', 'data-step'), '4');
	await page.click('#mark-diff');
	is('it ends', await page.isVisible('#diff-panel'), false);
	await page.close();
}

async function traceDiff() {
	const page = await open('both');

	is('two traces, side by side', await texts(page, '.run-name'), ['A: short.jsonl', 'B: other.jsonl']);
	is('the first difference', await page.locator('.row.fork').evaluateAll(rows => rows.map(row => row.dataset.step)), ['24', '24']);
	is('in words', await text(page, '#diff-panel p >> nth=0'), 'The traces are the same before step 24.');
	await page.click('#diff-panel button');
	is('a button goes there', await step(page), 24);
	is('the states differ there', (await texts(page, '#diff-panel tbody tr')).includes('d.mark\tvalue\t0\t1'), true);
	const sentence = await text(page, '#sentence .headline');
	await press(page, 'w');
	is('w shows the other trace', [await text(page, '#sentence .headline') !== sentence, await step(page),
		(await address(page)).includes('trace=b')], [true, 24, true]);
	is('the header is of the trace that is shown', (await text(page, '#cell')).includes('scenario second'), true);
	await press(page, 'w');
	is('also of the first', (await text(page, '#cell')).includes('scenario two'), true);
	await page.setViewportSize({ width: 1500, height: 900 });
	is('the table of differences fits', await page.evaluate(() => {
		const panel = document.getElementById('state');

		return panel.querySelectorAll('#diff-panel tbody tr').length > 0 && panel.scrollWidth <= panel.clientWidth;
	}), true);
	await page.setViewportSize({ width: 1600, height: 950 });
	await page.locator('.run >> nth=0').locator('.row[data-step="5"]').click();
	is('a click in the first shows it', [await page.evaluate(() => viewer.active), await step(page)], [0, 5]);
	await takePicture(page, 'both');
	await page.close();
}

async function lasso() {
	const page = await open('loop', '#step=39');

	is('where the run repeats is marked', await page.getAttribute('.row.loop-start', 'data-step'), '20');
	await press(page, 'ArrowRight');
	is('and said', await text(page, '.loops'), '↻ after it comes step 20 again: the run repeats forever');
	await press(page, 'ArrowRight');
	is('after the last step comes the first that repeats', await step(page), 20);
	await press(page, 'End');
	is('one can go on at the end', await page.isEnabled('#forward'), true);
	await page.click('.label >> text=worker');
	await press(page, 'End', 'ArrowRight');
	is('hidden steps are left out', [await step(page), await page.evaluate(() => viewer.trace.at(20).thread)], [21, 'worker']);
	await page.close();
}

/* In each step of a program's trace: the objects, roots and references that are drawn, and whether boxes
 * are on each other. */
async function program() {
	const page = await open('program');
	const wrong = await page.evaluate(() => viewer.trace.steps.map(step => {
		viewer.go(step.step);
		const boxes = [...document.querySelectorAll('.object .box')].map(box => ['x', 'y'].map(key => box.getAttribute(key)).join());
		const slots = step.heap.filter(object => object.live).flatMap(object => object.fields.field);
		const roots = Object.values(step.roots);
		const drawn = [boxes.length, document.querySelectorAll('.arrow.root').length, document.querySelectorAll('.arrow:not(.root)').length];
		const there = [step.heap.length, roots.filter(name => name).length, slots.filter(name => name).length];
		const same = new Set(boxes).size === boxes.length && JSON.stringify(drawn) === JSON.stringify(there);

		return same ? null : `step ${step.step}: ${drawn} is drawn, and ${there} is there; ${boxes.join(' ')}`;
	}).filter(text => text));
	const all = await page.evaluate(() => [viewer.trace.objects.size, new Set([...viewer.heaps[0].places.values()].map(({ x, y }) => `${x},${y}`)).size]);

	is('a program: each step has its objects, roots and references, each object a place of its own', wrong, []);
	report(all[0] > 30 && all[1] < all[0], 'places of objects that are gone are used again', all.join(' '));
	await page.evaluate(() => viewer.go(viewer.trace.steps.find(step => step.operations.some(op => op.op === 'changed' && /mark/.test(op.location))).step));
	report((await texts(page, '.operations .code')).some(words => /^o\d+\.mark: 0 → 1, as found$/.test(words)), 'what was found changed');
	report(await page.locator('.object.grey, .object.black').count() > 0, 'the objects have colours');
	await page.close();
}

async function oddTexts() {
	const page = await open('odd', '#step=20');
	const name = '<b>x</b></script><script>hurt()</script>';

	is('a name with tags is text', (await texts(page, '#values-panel tbody th')).includes(`${name}.mark`), true);
	is('in the heap', await page.locator('.object.unreachable .title').textContent(), name);
	is('in the cell', (await text(page, '#cell')).includes('<i>'), true);
	is('in the specification', await text(page, '.line[data-line="1"] code'), 'line 1: a <b> of "made.gc" &amp; </script>');
	is('none is an element', await page.evaluate(() => [document.querySelectorAll('i, #values-panel b').length, document.scripts.length]), [0, 2]);
	await page.close();
}

async function rest() {
	const page = await open('short', '#step=3', { permissions: ['clipboard-read', 'clipboard-write'] });

	await press(page, '?');
	is('? shows the keys', [await page.isVisible('#help'), (await text(page, '#keys')).includes('next, previous red mark')], [true, true]);
	await press(page, 'Escape');
	is('Escape hides them', await page.isVisible('#help'), false);
	is('the command', await text(page, '#command'), 'gcdsl trace \'it is "made".gc\' --memory tso');
	await page.click('#copy');
	is('it can be copied', [await page.evaluate(() => navigator.clipboard.readText()), await text(page, '#copied')],
		['gcdsl trace \'it is "made".gc\' --memory tso', 'copied']);
	const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
	const light = await paper();
	await press(page, 't');
	const dark = await paper();
	await page.click('#theme');
	is('light and dark', [light, dark, await paper()], ['rgb(255, 255, 255)', 'rgb(20, 24, 29)', 'rgb(255, 255, 255)']);
	is('every control has a name', await page.evaluate(() => [...document.querySelectorAll('button, select, input')]
		.filter(control => !(control.textContent.trim() || control.getAttribute('aria-label') || control.labels && control.labels.length)).length), 0);
	is('every table has headings', await page.evaluate(() => [...document.querySelectorAll('#state tbody tr')]
		.filter(row => !row.querySelector('th[scope=row]')).length), 0);
	is('the step is announced', await page.getAttribute('#sentence', 'aria-live'), 'polite');
	await page.focus('#first');
	await press(page, 'Tab');
	is('focus is visible', await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'solid');
	await page.emulateMedia({ media: 'print' });
	await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
	is('controls are not printed', await page.isVisible('#controls'), false);
	is('all steps are', await page.locator('.row').count(), 65);
	is('and parts are not over each other', await page.evaluate(() => {
		const [runs, state, source] = ['runs', 'state', 'source'].map(id => document.getElementById(id).getBoundingClientRect());
		const last = [...document.querySelectorAll('.row')].pop().getBoundingClientRect();

		return last.bottom <= state.top && state.bottom <= source.top && runs.top < last.top;
	}), true);
	await page.close();
}

async function narrow() {
	const page = await open('short', '#step=4', { viewport: { width: 420, height: 900 } });

	is('a narrow window needs no sideways scrolling', await page.evaluate(() => document.documentElement.scrollWidth), 420);
	await press(page, 'n');
	is('and works', await step(page), 19);
	await page.close();
}

/* ---------------------------------------------------------------------------- speed */
/* How long ACTION takes, until the page is laid out. */
async function time(page, action) {
	return page.evaluate(code => {
		const from = performance.now();

		new Function(code)();
		document.body.getBoundingClientRect();
		document.querySelector('svg.lanes').getBoundingClientRect();
		return performance.now() - from;
	}, action);
}

const key = name => `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${name}', bubbles: true }))`;
const setInput = (id, value, event) => `const input = document.getElementById('${id}'); input.value = '${value}';
	input.dispatchEvent(new Event('${event}', { bubbles: true }))`;

const ACTIONS = [
	...['ArrowRight', 'ArrowRight', 'End', 'ArrowLeft', 'Home', 'n', 'n', 'b', 'f', 'x', 'p', 'd', 'ArrowLeft', 'd', 'r', 'r']
		.map(name => [`key ${name}`, key(name)]),
	['search', setInput('query', 'scan_obj(d)', 'input')],
	['search for what is everywhere', setInput('query', 'o', 'input')],
	['no search', setInput('query', '', 'input')],
	['object', setInput('object', 'c', 'change')],
	['any object', setInput('object', '', 'change')],
	['hide a thread', 'document.querySelector(".label").click()'],
	['show it', 'document.querySelector(".label").click()'],
	['scroll', 'document.querySelector(".rows").scrollTop = 120000; viewer.panes[0].render()'],
	['click on a row', 'document.querySelectorAll(".row")[12].click()'],
	['click on a line', 'document.querySelectorAll(".line")[20].click()'],
	['light and dark', 'document.getElementById("theme").click()'],
];

/* [ms, what] of each action, on a new page. */
async function timeAll() {
	const page = await open('long');
	const times = [];

	for (const [what, action] of ACTIONS)
		times.push([await time(page, action), what]);
	await page.close();
	return times;
}

/* Other work of the machine may delay any of them, so the best of some attempts counts. */
async function speed() {
	const page = await open('long');
	let times = await timeAll();

	for (let more = 20; more > 0 && times.some(([ms]) => ms >= SLOWEST); more--) {
		const again = await timeAll();

		times = times.map(([ms, what], i) => [Math.min(ms, again[i][0]), what]);
	}
	times.sort((a, b) => b[0] - a[0]);
	report(times[0][0] < SLOWEST, `10,000 events: each of ${times.length} interactions takes less than ${SLOWEST} ms`,
		...times.map(([ms, what]) => `${ms.toFixed(1)} ms: ${what}`));
	console.log(`# the slowest: ${times.slice(0, 4).map(([ms, what]) => `${what} ${ms.toFixed(1)} ms`).join(', ')}`);
	is('only the rows in view are built', await page.locator('.row').count() < 120, true);
	await page.close();
}

/* ------------------------------------------------------------------------- pictures */
async function picture(name, hash, file, options = {}, ...keys) {
	const page = await open(name, hash, { viewport: { width: 1280, height: 700 }, ...options });

	await press(page, ...keys);
	await takePicture(page, file);
	await page.close();
}

async function takePicture(page, file) {
	writeFileSync(`${pictures}/${file}.png`, smallPng(await page.screenshot()));
}

/* In the case study of the copying collector (doc/staccato.md) the delayed store is all that is red. */
async function delayedStore() {
	const page = await open('staccato', '#step=999');
	const overtaken = await page.locator('svg.lanes .store.overtaken title').evaluateAll(titles =>
		titles.map(title => title.textContent));
	const red = await page.evaluate(() => viewer.trace.jumps.red);

	is('staccato: one store is overtaken', overtaken.map(title => title.replace(/:.*/, '')), ['a.data[0] = 1 of mutator m']);
	await page.close();
	await picture('staccato', `#step=${red[red.length - 1]}`, 'staccato');
}

/* Which run is found is not this test's business. */
async function realRuns() {
	const page = await open('peterson');

	await press(page, 'n');
	const lines = await texts(page, '.line.red code');
	report(lines.length > 0 && lines.every(line => /^ *store\(/.test(line)), 'a litmus test: red lines are stores', ...lines);
	report(/^A .* is not in memory yet/.test(await text(page, '.red-mark >> nth=0')), 'and what overtakes them is said');
	is('without a heap', await page.isVisible('#heap-panel'), false);
	await press(page, 'End');
	is('with registers', await page.isVisible('#registers-panel'), true);
	const red = await page.evaluate(() => viewer.trace.jumps.red);
	await page.close();
	await picture('peterson', `#step=${red[red.length - 1]}`, 'peterson');
	await picture('satb', '', 'satb', {}, 'n', 'n', 'n');
	await delayedStore();
	await picture('satb', '#step=999', 'satb-dark', { colorScheme: 'dark' });
	await picture('satb', '#step=999', 'satb-narrow', { viewport: { width: 420, height: 900 } });
}

/* Blocks, their lines, and what lies on them. */
async function regions() {
	const page = await open('regions');
	const box = selector => page.locator(`svg.regions ${selector} rect`).first().boundingBox();
	const line = number => box(`[data-region="line${number}"]`);
	const covers = (object, over) => object.y >= over.y && object.y + object.height <= over.y + over.height;

	is('blocks with their metadata', await page.locator('svg.regions .owner text').allTextContents(), ['block0  kept 0  ', 'block1  kept 0  ']);
	is('lines with theirs', (await page.locator('svg.regions .region-line text').allTextContents())[4], 'line4  live 0  ');
	report(covers(await box('[data-object="a"]'), await line(0)), 'an object is on its line');
	const wide = await box('[data-object="c"]');
	report(wide.y < (await line(2)).y + 12 && wide.y + wide.height > (await line(3)).y + 12, 'or over two lines');
	await press(page, 'End');
	report((await page.locator('svg.regions .region-line text').allTextContents()).includes('line0  live 1  '), 'metadata after another step');
	is('a freed object that is still reachable', await page.locator('svg.regions .lost').getAttribute('data-object'), 'c');
	is('values have them, too', (await texts(page, '#values-panel th')).includes('line0.live'), true);
	is('the picture in words', /line2  live 1 has c \(freed\)/.test(await page.locator('svg.regions').getAttribute('aria-label')), true);
	await page.close();
	const other = await open('short');
	is('without regions', await other.isVisible('#regions-panel'), false);
	await other.close();
}

for (const part of [regions, stepping, promised, legend, jumping, marks, drainedStores, lateWorkers, state, searching, filtering, links, stepDiff, traceDiff, lasso,
	program, oddTexts, rest, narrow, speed, realRuns]) {
	try {
		await part();
	} catch (error) {
		report(false, part.name, error.stack);
	}
}
await browser.close();
is('no complaint on the console, no error, no request', complaints, []);
console.log(`1..${count}`);
process.exit(failures ? 1 : 0);
