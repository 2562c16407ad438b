/* report.mjs: a page of --report in a browser.  Prints TAP.
 *
 *	node report.mjs MODULES BROWSER PAGE
 *
 * PAGE has two cells with a run: the first is "pair", the second of the mutant early_sweep. */
import { finish, is, open, run } from './browser.mjs';

const { browser, page, complaints } = await open();
const texts = selector => page.locator(selector).allInnerTexts();

is('the matrix has words, not only colours', (await texts('#matrix td')).filter(text => text !== '').length > 2 &&
	(await texts('#matrix td')).every(text => /^$|^[✓✗⚠?–] \w/.test(text)), true);
is('what is not as expected is red', await texts('#matrix td.bad'), ['✗ fails (nothing_freed)']);
is('no run is shown before it is asked for', await page.locator('iframe').count(), 0);
await page.click('#matrix td.bad a');
is('a link of the matrix shows the run of its cell', (await run(page)).map(text => /scenario pair|nothing_freed fails/.test(text)), [true, true]);
await page.keyboard.press('Enter');
await page.waitForSelector('iframe', { state: 'detached' });
is('the keyboard closes it again', await page.locator('iframe').count(), 0);
await page.locator('details').nth(1).locator('summary').focus();
await page.keyboard.press('Enter');
is('the second has its own run', (await run(page)).map(text => /mutant early_sweep|none_lost fails/.test(text)), [true, true]);

const states = async () => (await texts('#cells td:nth-child(8)')).map(Number);
const sortBy = async () => page.locator('#cells th[data-key="states"] button').press('Enter');
const unsorted = await states();
await sortBy();
is('the keyboard sorts the table', await states(), [...unsorted].sort((a, b) => a - b));
is('it says so', await page.locator('#cells th[data-key="states"]').getAttribute('aria-sort'), 'ascending');
await sortBy();
is('and turns it around', await states(), [...unsorted].sort((a, b) => b - a));
await page.selectOption('#only', 'unexpected');
is('only what is not as expected', await texts('#cells tbody td:nth-child(6)'), ['✗ fails (nothing_freed)']);
await page.selectOption('#only', '');
await page.fill('#filter', 'Early_Sweep caught');
is('only what has the words', (await texts('#cells tbody td:nth-child(3)')).concat(await texts('#shown')),
	['early_sweep', `1 of ${unsorted.length}`]);
await page.fill('#filter', '');
const seconds = await texts('#cells tbody td:nth-child(9)');
const searched = (await texts('#cells tbody td:nth-child(8)')).filter((text, index) => text !== '' && seconds[index] !== '');
is('the plot has a point for each cell that was searched', await page.locator('.cost circle').count(), searched.length);
is('each within the axes', await page.locator('.cost circle').evaluateAll(points => points.every(point =>
	point.cx.baseVal.value >= 70 && point.cx.baseVal.value <= 620 && point.cy.baseVal.value >= 14 && point.cy.baseVal.value <= 236)), true);
const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await paper();
await page.click('#theme');
is('light and dark', await paper() !== light, true);
await page.emulateMedia({ media: 'print' });
is('paper is light, without the frame of a run', [await paper(), await page.locator('iframe').isVisible()], ['rgb(255, 255, 255)', false]);
is('nothing complains, and nothing is fetched', complaints, []);
await finish(browser);
