/* report-coverage.mjs: what no cell reaches, in a page of --report of tests/run/coverage.gc.  Prints TAP.
 *
 *	node report-coverage.mjs MODULES BROWSER PAGE */
import { finish, is, open } from './browser.mjs';

const { browser, page, complaints } = await open();
const items = await page.locator('#coverage .missed li').allInnerTexts();
const lineOf = text => page.locator('#coverage .lines tr', { hasText: text }).first();

is('what is never true is listed', items.filter(item => /31:8: load\(o.mark\) == 1 is never true$/.test(item)).length, 1);
is('what options leave out says so', items.filter(item => /emit end_gc\(\); never runs: the options leave it out/.test(item)).length, 1);
is('so is what never says anything', items.filter(item => /in says_some, .* never true$/.test(item)).length, 1);
is('nothing that is reached is listed', items.filter(item => /free\(o\)/.test(item)).length, 0);
is('the text is not shown before it is asked for', await lineOf('free(o)').isVisible(), false);
await page.locator('#coverage .missed a', { hasText: ':31:8' }).click();
is('a link opens it', await lineOf('if load(o.mark) == 1').isVisible(), true);
is('lines that are reached in part, not at all, and wholly', [await lineOf('if load(o.mark) == 1').getAttribute('class'),
	await lineOf('clear(o, true)').getAttribute('class'), await lineOf('free(o)').getAttribute('class')], ['open', 'bad', 'good']);
is('words say it, too', /never runs/.test(await lineOf('clear(o, true)').locator('td').nth(1).getAttribute('aria-label')), true);
is('nothing complains, and nothing is fetched', complaints, []);
await finish(browser);
