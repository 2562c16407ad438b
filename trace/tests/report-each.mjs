/* report-each.mjs: a page of --report with a cell for each property, in a browser.  Prints TAP.
 *
 *	node report-each.mjs MODULES BROWSER PAGE */
import { finish, is, open } from './browser.mjs';

const { browser, page, complaints } = await open();
const texts = selector => page.locator(selector).allInnerTexts();
const properties = await texts('#cells tbody td:nth-child(4)');

is('the table has a column for the property', (await texts('#cells thead th'))[3], 'property');
is('each cell has one', properties.every(text => text !== '') && new Set(properties).size > 1, true);
is('and its place in the matrix', (await texts('#matrix td')).filter(text => text !== '').length, properties.length);
is('whose rows name them', (await texts('#matrix tbody th')).every(text => properties.some(name => text.endsWith(name))), true);
is('nothing complains, and nothing is fetched', complaints, []);
await finish(browser);
