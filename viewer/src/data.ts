// SPDX-License-Identifier: Apache-2.0
// Reads what the program spliced into the page: the header, and the arrays out of base64 and zlib.

import type { ArraySpec, Header } from './format';

export type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array;

export interface Arrays {
  /** The array of this name, or undefined where the report has none. */
  find(name: string): Numbers | undefined;
  /** The array of this name; an error where the report has none. */
  get(name: string): Numbers;
  shape(name: string): number[];
}

export function readHeader(): Header | null {
  const element = document.getElementById('saltus-header');
  return element ? (JSON.parse(element.textContent ?? '') as Header) : null;
}

const packedText = (): string => document.getElementById('saltus-data')?.textContent ?? '';

/** Characters of the packed arrays. */
export const dataLength = (): number => packedText().length;

export async function readArrays(specs: Record<string, ArraySpec>): Promise<Arrays> {
  const text = packedText();
  const packed = decodeBase64(text.trim());
  const buffer = packed.length ? await inflate(packed) : new ArrayBuffer(0);
  const found = new Map<string, Numbers>();
  for (const [name, spec] of Object.entries(specs)) found.set(name, view(buffer, name, spec));
  return {
    find: (name) => found.get(name),
    get: (name) => {
      const array = found.get(name);
      if (!array) throw new Error(`the report has no array "${name}"`);
      return array;
    },
    shape: (name) => specs[name]?.shape ?? [],
  };
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as unknown as { fromBase64?: (s: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (native) return native(text);
  const clean = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  const padding = clean.endsWith('==') ? 2 : clean.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((clean.length / 4) * 3 - padding);
  const slice = 1 << 20; // a multiple of four characters, so that slices decode by themselves
  let at = 0;
  for (let i = 0; i < clean.length; i += slice) {
    const part = atob(clean.slice(i, i + slice));
    for (let k = 0; k < part.length; k++) bytes[at++] = part.charCodeAt(k);
  }
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

function view(buffer: ArrayBuffer, name: string, spec: ArraySpec): Numbers {
  const count = spec.shape.reduce((product, n) => product * n, 1);
  const types = { f64: Float64Array, f32: Float32Array, u32: Uint32Array, u16: Uint16Array, i16: Int16Array, u8: Uint8Array };
  const type = types[spec.type];
  if (spec.offset + count * type.BYTES_PER_ELEMENT > buffer.byteLength) {
    throw new Error(`the report is cut short: array "${name}" is not complete`);
  }
  const array = new type(count);
  gather(new Uint8Array(buffer, spec.offset, array.byteLength), new Uint8Array(array.buffer), type.BYTES_PER_ELEMENT);
  if (spec.delta) addUp(array, count / Math.max(1, spec.shape[0] ?? 1));
  return array;
}

/** Numbers of planes: first the first byte of every number, then the second, … */
function gather(planes: Uint8Array, out: Uint8Array, size: number): void {
  const count = out.length / size;
  for (let k = 0; k < size; k++) {
    let from = k * count;
    for (let to = k; to < out.length; to += size) out[to] = planes[from++] as number;
  }
}

/** Undoes differences between rows; the typed array's own width is the modulus. */
function addUp(array: Numbers, row: number): void {
  for (let i = row; i < array.length; i++) array[i] = (array[i] as number) + (array[i - row] as number);
}
