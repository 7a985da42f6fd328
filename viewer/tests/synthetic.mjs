// SPDX-License-Identifier: Apache-2.0
// Writes all synthetic reports: node synthetic.mjs PAGE FOLDER
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { edges, far, instant, near } from './synthetic_edges.mjs';
import { boxes, pendulum } from './synthetic_planar.mjs';
import { failed, formula, interrupted } from './synthetic_runs.mjs';
import { mesh, pile, rod } from './synthetic_space.mjs';
import { compare, converge } from './synthetic_studies.mjs';
import { writeReport } from './writer.mjs';

const makers = { pendulum, failed, interrupted, formula, boxes, pile, mesh, rod, compare, converge, edges, instant, near, far };

/** Name → file. */
export function writeAll(page, folder) {
  mkdirSync(folder, { recursive: true });
  const files = {};
  for (const [name, make] of Object.entries(makers)) {
    const { header, arrays } = make();
    files[name] = join(folder, `${name}.html`);
    const size = writeReport(page, files[name], header, arrays);
    console.log(`${files[name]}: ${(size / 1e6).toFixed(2)} MB`);
  }
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) writeAll(process.argv[2], process.argv[3]);
