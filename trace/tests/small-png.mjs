/* small-png.mjs: a PNG with at most 256 colours, which is a quarter as large.  Pictures of a page have
 * few colours besides the edges of letters. */
import { deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/* The data of the chunks of each name, joined. */
function readChunks(png) {
	const chunks = {};

	for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
		const name = png.toString('latin1', at + 4, at + 8);
		const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));

		chunks[name] = Buffer.concat([chunks[name] || Buffer.alloc(0), data]);
	}
	return chunks;
}

function nearestOf(a, b, c) {
	const [fromA, fromB, fromC] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];

	return fromA <= fromB && fromA <= fromC ? a : fromB <= fromC ? b : c;
}

/* Undoes the filter of each line: what a byte is predicted from is left, up, and left of up. */
function unfilter(data, width, height, depth) {
	const bytes = Buffer.alloc(width * height * depth);
	const line = width * depth;

	for (let y = 0; y < height; y++)
		for (let x = 0; x < line; x++) {
			const at = y * line + x;
			const a = x >= depth ? bytes[at - depth] : 0;
			const b = y ? bytes[at - line] : 0;
			const c = x >= depth && y ? bytes[at - line - depth] : 0;
			const guess = [0, a, b, (a + b) >> 1, nearestOf(a, b, c)][data[y * (line + 1)]];

			bytes[at] = data[y * (line + 1) + 1 + x] + guess;
		}
	return bytes;
}

function chunk(name, data) {
	const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const ends = Buffer.alloc(8);

	ends.writeUInt32BE(data.length, 0);
	ends.writeUInt32BE(checksum(body), 4);
	return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function checksum(bytes) {
	let crc = 0xffffffff;

	for (const byte of bytes) {
		crc ^= byte;
		for (let bit = 0; bit < 8; bit++)
			crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	}
	return ~crc >>> 0;
}

const COMMON = 64;

/* 256 colours: those that are in most pixels, and of the others that are alike only one. */
function commonColours(pixels) {
	const counts = new Map();
	const chosen = new Map();

	for (const pixel of pixels)
		counts.set(pixel, (counts.get(pixel) || 0) + 1);
	const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);

	for (const colour of colours.slice(COMMON))
		if (!chosen.has(colour & 0xf0f0f0))
			chosen.set(colour & 0xf0f0f0, colour);
	return [...colours.slice(0, COMMON), ...chosen.values()].slice(0, 256);
}

const distance = (a, b) => [16, 8, 0].reduce((sum, shift) =>
	sum + ((a >> shift & 255) - (b >> shift & 255)) ** 2, 0);

/* For each pixel the number of the nearest of COLOURS. */
function nearest(pixels, colours) {
	const known = new Map(colours.map((colour, i) => [colour, i]));

	return pixels.map(pixel => {
		if (!known.has(pixel))
			known.set(pixel, colours.reduce((best, colour, i) =>
				distance(colour, pixel) < distance(colours[best], pixel) ? i : best, 0));
		return known.get(pixel);
	});
}

export function smallPng(png) {
	const { IHDR, IDAT } = readChunks(png);
	const [width, height, depth] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), IHDR[9] === 6 ? 4 : 3];
	const bytes = unfilter(inflateSync(IDAT), width, height, depth);
	const pixels = Array.from({ length: width * height }, (none, i) => bytes.readUIntBE(i * depth, 3));
	const colours = commonColours(pixels);
	const indices = nearest(pixels, colours);
	const lines = Array.from({ length: height }, (none, y) =>
		Buffer.from([0, ...indices.slice(y * width, (y + 1) * width)]));
	const header = Buffer.from(IHDR);

	header.set([8, 3, 0, 0, 0], 8);
	return Buffer.concat([SIGNATURE, chunk('IHDR', header),
		chunk('PLTE', Buffer.from(colours.flatMap(colour => [colour >> 16, colour >> 8 & 255, colour & 255]))),
		chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
