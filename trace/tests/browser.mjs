/* browser.mjs: a page in a browser, and checks of it.  Prints TAP.
 *
 * What the browser complains of is kept, and so is the address of all that it fetches from elsewhere. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

let count = 0;
let failures = 0;

export function is(what, actual, expected) {
	const passes = JSON.stringify(actual) === JSON.stringify(expected);

	console.log(`${passes ? 'ok' : 'not ok'} ${++count} - ${what}`);
	failures += passes ? 0 : 1;
	if (!passes)
		console.log(`# expected ${JSON.stringify(expected)}\n# actual   ${JSON.stringify(actual)}`);
}

/* The arguments of the command line: MODULES, where playwright-core is, BROWSER and PAGE. */
export async function open() {
	const [modules, executablePath, path] = process.argv.slice(2).map(one => resolve(one));
	const { chromium } = createRequire(`${modules}/`)('playwright-core');
	const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
	const page = await browser.newPage({ viewport: { width: 1600, height: 950 } });
	const complaints = [];

	page.on('console', message => complaints.push(message.text()));
	page.on('pageerror', error => complaints.push(error.stack));
	page.on('request', request => /^(file|blob):/.test(request.url()) || complaints.push(request.url()));
	await page.goto(`file://${path}`);
	return { browser, page, complaints };
}

/* The heading and the verdict of the run that a page of --report shows. */
export async function run(page) {
	await page.waitForSelector('iframe');
	const frame = await (await page.$('iframe')).contentFrame();

	await frame.waitForSelector('#verdict');
	return [await frame.locator('#cell').innerText(), await frame.locator('#verdict').innerText()];
}

export async function finish(browser) {
	await browser.close();
	console.log(`1..${count}`);
	process.exitCode = failures ? 1 : 0;
}
