// SPDX-License-Identifier: Apache-2.0
// Writes reports as FORMAT.md defines them, from a header and named arrays.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const types = {
  Float64Array: 'f64',
  Float32Array: 'f32',
  Uint32Array: 'u32',
  Uint16Array: 'u16',
  Int16Array: 'i16',
  Uint8Array: 'u8',
};

/** Collects arrays, each at an offset that is a multiple of 8. */
export class Arrays {
  #specs = {};
  #pieces = [];
  #size = 0;

  /** Returns the name. `delta`: rows become differences from the row before. */
  add(name, data, shape = [data.length], delta = false) {
    const stored = delta ? differences(data, data.length / shape[0]) : data;
    this.#specs[name] = { type: types[data.constructor.name], offset: this.#size, shape, ...(delta ? { delta } : {}) };
    const bytes = planes(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength), stored.BYTES_PER_ELEMENT);
    const padding = (8 - (bytes.length % 8)) % 8;
    this.#pieces.push(bytes, Buffer.alloc(padding));
    this.#size += bytes.length + padding;
    return name;
  }

  get specs() {
    return this.#specs;
  }

  packed() {
    return this.#size ? deflateSync(Buffer.concat(this.#pieces), { level: 6 }).toString('base64') : '';
  }
}

/** First the first byte of every number, then the second, … */
function planes(bytes, size) {
  const count = bytes.length / size;
  const out = Buffer.alloc(bytes.length);
  for (let k = 0; k < size; k++) for (let i = 0; i < count; i++) out[k * count + i] = bytes[i * size + k];
  return out;
}

function differences(data, row) {
  const out = data.slice();
  for (let i = data.length - 1; i >= row; i--) out[i] = data[i] - data[i - row];
  return out;
}

export function writeReport(pageFile, file, header, arrays) {
  const page = readFileSync(pageFile, 'utf8');
  const json = JSON.stringify({ ...header, arrays: arrays.specs }, (_key, v) =>
    typeof v === 'number' && !Number.isFinite(v) ? null : v,
  );
  const data =
    `<script type="application/json" id="saltus-header">${json.replaceAll('<', '\\u003c')}</script>\n` +
    `<script type="text/plain" id="saltus-data">${arrays.packed()}</script>`;
  const report = page.replace('<!-- saltus:data -->', () => data);
  if (report === page) throw new Error(`${pageFile} has no place for data`);
  writeFileSync(file, report);
  return report.length;
}

/** The fields that every report has. */
export const common = (kind, title, model, more) => ({
  format: 2,
  kind,
  title,
  model,
  version: '0.4.0',
  command: `./saltus run examples/${model}.toml`,
  model_text: `title = "${title}"\n\n[simulation]\nscheme = "moreau-jean"   # <a comment with </script> in it>\nstep = 1e-3\nend = 2.0\n`,
  options: [
    ['scheme', 'moreau-jean'],
    ['step', '1e-3 s'],
    ['end', '2 s'],
    ['solver', 'auto'],
    ['theta', '0.5'],
  ],
  notes: [],
  plots: [],
  ...more,
});

/** A repeatable source of numbers in [0, 1). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
