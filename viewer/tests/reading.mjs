// SPDX-License-Identifier: Apache-2.0
// Reads a report without a browser, to compare what the page shows with what the file holds.
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

const types = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };

const element = (text, id) => {
  const start = text.indexOf('>', text.indexOf(`id="${id}"`)) + 1;
  return text.slice(start, text.indexOf('</script>', start));
};

export function readReport(file) {
  const text = readFileSync(file, 'utf8');
  const header = JSON.parse(element(text, 'saltus-header'));
  const packed = element(text, 'saltus-data').trim();
  const bytes = packed ? inflateSync(Buffer.from(packed, 'base64')) : Buffer.alloc(0);
  const array = (name) => {
    const { type, offset, shape } = header.arrays[name];
    const out = new types[type](shape.reduce((a, b) => a * b, 1));
    const size = out.BYTES_PER_ELEMENT;
    const own = new Uint8Array(out.buffer);
    for (let i = 0; i < own.length; i++) own[i] = bytes[offset + (i % size) * out.length + Math.floor(i / size)];
    return out;
  };
  return { header, array, size: text.length };
}

/** Some rows of every curve as { plot, series, t, y }; of rows at one time the last, which is what the page shows there. */
export function samples({ header, array }, perSeries = 5) {
  const list = [];
  for (const plot of header.plots) {
    const names = plot.series.map((s) => s.name);
    for (const s of plot.series.filter(({ name }, i) => names.indexOf(name) === i).slice(0, 12)) {
      const t = array(s.t);
      const y = array(s.y);
      for (let k = 0; k < perSeries; k++) {
        let row = Math.round((k * (t.length - 1)) / (perSeries - 1));
        while (row + 1 < t.length && t[row + 1] === t[row]) row++;
        list.push({ plot: plot.id, series: s.name, t: t[row], y: y[row] });
      }
    }
  }
  return list;
}
