// SPDX-License-Identifier: Apache-2.0
// The values that a report shows against those of its recording: node recorded.mjs FOLDER…
// Each folder holds report.html and the CSV files, which `saltus export FOLDER --csv` made of results.h5.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Browsers, open } from './browser.mjs';

const browsers = new Browsers();
after(() => browsers.close());

function table(file) {
  const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
  return { names: head.split(','), rows: rows.map((row) => row.split(',')) };
}

const mostRows = 4000; // of which a curve holds every one

/** "plot, curve" → time → the values at this time: an impact has two. */
function recorded(folder) {
  const all = new Map();
  const add = (curve, t, value) => {
    const times = all.get(curve) ?? new Map();
    all.set(curve, times);
    times.set(t, [...(times.get(t) ?? []), value]);
  };
  const each = (file, visit) => {
    const { names, rows } = table(join(folder, file));
    for (const row of rows) visit(Object.fromEntries(row.map((cell, i) => [names[i], cell])), Number(row[0]));
  };
  each('states.csv', ({ t: _, ...row }, t) => {
    for (const [name, value] of Object.entries(row))
      for (const plot of ['Positions', 'Velocities']) add(`${plot}, ${name}`, t, Number(value));
  });
  each('contacts.csv', (row, t) => {
    add(`Gaps, ${row.contact}`, t, Number(row.gap));
    add(`Contact forces, ${row.contact} normal`, t, Number(row.fn));
    add(`Contact forces, ${row.contact} tangential`, t, Number(row.ft1));
    add(`Contact impulses, ${row.contact}`, t, Number(row.pn));
  });
  each('energy.csv', (row, t) => {
    for (const name of ['kinetic', 'potential', 'total', 'balance']) add(`Energy and work, ${name}`, t, Number(row[name]));
  });
  return all;
}

/** What the table and the legends show with the cursor at a time, as [curve, value, time]. */
const shown = (page, time) =>
  page.evaluate((cursor) => {
    window.saltus.seek(cursor);
    const rows = [...document.querySelectorAll('[data-testid=values] tbody tr')].map((row) => {
      const [plot, curve, value, , t] = [...row.cells].map((cell) => cell.textContent);
      return [`${plot}, ${curve}`, Number(value), Number(t)];
    });
    const legends = [...document.querySelectorAll('.plot[open] .legend-item[aria-pressed=true]')].map((item) => {
      const plot = item.closest('.plot').querySelector('.plot-title').textContent;
      const [value, t] = item.querySelector('.legend-value').title.replace(/ s$/, '').split(' at t = ').map(Number);
      return [`${plot}, ${item.querySelector('.legend-name').textContent}`, value, t];
    });
    return [...rows, ...legends];
  }, time);

for (const folder of process.argv.slice(2)) {
  test(`${folder}: what is shown is what was recorded, at the time that is shown`, async () => {
    const file = recorded(folder);
    const { page, context } = await open(await browsers.get(), join(folder, 'report.html'));
    await page.locator('[data-testid=values] summary').click();
    const [, coordinate] = [...file].find(([curve]) => curve.startsWith('Positions'));
    const times = [...coordinate.keys()];
    const all = times.length <= mostRows;
    for (const part of [0.1, 0.3517, 0.6, Math.SQRT1_2, 0.85, 1]) {
      const sample = times[Math.floor(part * (times.length - 1))];
      const before = times[Math.max(0, times.indexOf(sample) - 1)];
      for (const cursor of [sample, 0.7 * sample + 0.3 * before]) {
        let compared = 0;
        for (const [curve, value, t] of await shown(page, cursor)) {
          if (Number.isNaN(value) || !file.has(curve)) continue;
          assert.ok(file.get(curve).get(t)?.includes(value), `${curve}: ${value} at ${t}`);
          if (all) assert.equal(t, sample, `${curve}: the row next to ${cursor}`);
          ++compared;
        }
        assert.ok(compared > 4);
      }
    }
    await context.close();
  });
}
