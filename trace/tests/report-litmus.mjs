/* report-litmus.mjs: a page of `gcdsl litmus --report' in a browser.  Prints TAP.
 *
 *	node report-litmus.mjs MODULES BROWSER PAGE
 *
 * PAGE is of two tests: the claims of `first' are true under sc and false under tso; those of `second' are false
 * under sc, because an outcome is not reached. */
import { finish, is, open, run } from './browser.mjs';

const { browser, page, complaints } = await open();
const texts = selector => page.locator(selector).allInnerTexts();
const column = number => texts(`#cells tbody td:nth-child(${number})`);
const sortBy = key => page.locator(`#cells th[data-key="${key}"] button`).press('Enter');

is('the columns of the matrix are the memory models', (await texts('#matrix thead th')).filter(text => text), ['sc', 'tso']);
is('its rows are the tests', await texts('#matrix tbody th'), ['first', 'second']);
is('its cells have the verdicts in words', await texts('#matrix td'),
	['✓ as claimed', '✗ not as claimed', '✗ not as claimed', '✓ as claimed']);
is('what is not as claimed is red', await texts('#matrix td.bad'), ['✗ not as claimed', '✗ not as claimed']);

const unsorted = (await column(9)).map(Number);
is('the table has a row for each test and memory model', unsorted.length, 4);
is('each has states', unsorted.every(states => states > 0), true);
await sortBy('states');
is('it is sorted by states', (await column(9)).map(Number), [...unsorted].sort((a, b) => a - b));
await sortBy('states');
is('and turned around', (await column(9)).map(Number), [...unsorted].sort((a, b) => b - a));
await sortBy('scenario');
is('and sorted by the name of the test', await column(1), ['first', 'first', 'second', 'second']);
await page.selectOption('#only', 'unexpected');
is('only what is not as claimed', await column(6), ['✗ not as claimed', '✗ not as claimed']);

is('no run is shown before it is asked for', await page.locator('iframe').count(), 0);
await page.click('#matrix td.bad a');
is('a link of the matrix shows the run', (await run(page)).map(text => /^scenario first, memory tso|forbidden \(a == 0 and b == 0\)/.test(text)),
	[true, true]);
const frame = await (await page.$('iframe')).contentFrame();
await frame.locator('#last').click();
is('its last step is shown', await frame.locator('#position').innerText(), '6 / 6');
await frame.locator('#back').click();
is('and the step before', await frame.locator('#position').innerText(), '5 / 6');
await page.locator('details').nth(1).locator('summary').press('Enter');
is('what is not reached has no run, and says why', (await page.locator('details').nth(1).innerText())
	.includes('no run shows that an outcome is not reached'), true);
is('nothing complains, and nothing is fetched', complaints, []);
await finish(browser);
