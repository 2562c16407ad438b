/* element.js: making elements.  Text only ever becomes a text node, so no name is taken for HTML. */

const SVG = 'http://www.w3.org/2000/svg';

/* Gives ELEMENT its attributes: true sets an empty one; false, null and undefined set none. */
function setAttributes(element, attributes) {
	for (const [name, value] of Object.entries(attributes))
		if (value !== false && value !== null && value !== undefined)
			element.setAttribute(name, value === true ? '' : value);
	return element;
}

/* An element of HTML; CHILDREN are elements and texts. */
function make(name, attributes, ...children) {
	const element = setAttributes(document.createElement(name), attributes || {});

	element.append(...children);
	return element;
}

/* An element of SVG. */
function draw(name, attributes, ...children) {
	const element = setAttributes(document.createElementNS(SVG, name), attributes || {});

	element.append(...children);
	return element;
}

function byId(id) {
	return document.getElementById(id);
}

/* A button that looks like a link. */
function makeLink(text, onClick) {
	const link = make('button', { type: 'button', class: 'link' }, text);

	link.addEventListener('click', onClick);
	return link;
}

/* The body of a panel, which is hidden when there is nothing in it. */
function fillPanel(id, ...children) {
	const panel = byId(id);

	panel.hidden = children.length === 0;
	panel.lastElementChild.replaceChildren(...children);
}

/* A table with a heading for each column; each row's first cell is its heading. */
function makeTable(columns, rows) {
	const head = make('tr', null, ...columns.map(column => make('th', { scope: 'col' }, column)));

	return make('table', null, make('thead', null, head), make('tbody', null, ...rows));
}

function rowHeading(text, attributes) {
	return make('th', { scope: 'row', ...attributes }, text);
}
