// SPDX-License-Identifier: Apache-2.0
// The values that a report shows against those of its recording: node recorded.mjs FOLDER…
// Each folder holds report.html and states.csv, which `saltus export FOLDER --csv` made of results.h5.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Browsers, open } from './browser.mjs';

const browsers = new Browsers();
after(() => browsers.close());

function table(file) {
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return { names: head.split(','), rows: rows.map((row) => row.split(',').map(Number)) };
}

for (const folder of process.argv.slice(2)) {
  test(`${folder}: what is drawn is what was recorded`, async () => {
    const { names, rows } = table(join(folder, 'states.csv'));
    const { page, context } = await open(await browsers.get(), join(folder, 'report.html'));
    const column = names[1];
    let compared = 0;
    for (const part of [0.1, 0.35, 0.6, 0.85, 1]) {
      const row = rows[Math.floor(part * (rows.length - 1))];
      const shown = await page.evaluate(
        ([t, name]) => {
          window.saltus.seek(t);
          return window.saltus.value(name, 'positions');
        },
        [row[0], column],
      );
      assert.equal(shown, row[1], `${column} at ${row[0]}`);
      ++compared;
    }
    assert.equal(compared, 5);
    await context.close();
  });
}
