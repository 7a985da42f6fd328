// SPDX-License-Identifier: Apache-2.0
// Tests of the page in a real browser: node test.mjs --page PAGE [REPORT…]; without --page only the reports given.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Browsers, launch, open, opening, settled } from './browser.mjs';
import { checkReport } from './checks.mjs';
import { testPlots } from './plots.mjs';
import { writeAll } from './synthetic.mjs';

const rest = process.argv.slice(2);
const at = rest.indexOf('--page');
const template = at >= 0 ? rest.splice(at, 2)[1] : null;
const out = process.env.SALTUS_VIEWER_OUT ?? join(dirname(fileURLToPath(import.meta.url)), 'out');
const shots = join(out, 'shots');
mkdirSync(shots, { recursive: true });
const made = template ? writeAll(template, out) : {};

const browsers = new Browsers();
after(() => browsers.close());

for (const file of [...Object.values(made), ...rest])
  test(`report ${basename(dirname(file))}/${basename(file)}`, async (t) => checkReport(t, await browsers.get(), file, shots));

/** Runs `body` on the open report; it must leave the console silent. */
function on(name, report, options, body) {
  if (!template) return;
  test(name, async () => {
    const { page, context, complaints } = await open(await browsers.get(), made[report], options);
    try {
      await body(page, context);
      await settled(page);
      assert.deepEqual(complaints, []);
    } finally {
      await context.close();
    }
  });
}

testPlots(on);

const time = (page) => page.evaluate(() => window.saltus.time());

on('pointing at a plot shows a time, leaving goes back, a click stays', 'pendulum', {}, async (page) => {
  await page.evaluate(() => window.saltus.seek(1));
  const area = page.getByTestId('area-positions');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  await page.mouse.move(box.x + 0.75 * box.width, box.y + 40);
  assert.ok(Math.abs((await time(page)) - 3) < 0.02);
  await page.mouse.move(box.x + 0.5 * box.width, box.y - 200);
  assert.equal(await time(page), 1);
  await page.mouse.click(box.x + 0.75 * box.width, box.y + 40);
  await page.mouse.move(5, 5);
  const stays = await time(page);
  assert.ok(Math.abs(stays - 3) < 0.02);
  assert.equal(stays, Math.round(stays / 2e-3) * 2e-3, 'a click takes the time of a row');
});

on('dragging zooms all plots, the button resets them', 'pendulum', {}, async (page) => {
  const area = page.getByTestId('area-positions');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  const drawn = () => page.locator('[data-testid=plot-velocities] canvas').evaluate((c) => c.toDataURL());
  const whole = await drawn();
  await page.mouse.move(box.x + 0.25 * box.width, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  assert.equal(await page.getByTestId('reset-zoom').isDisabled(), false);
  assert.notEqual(await drawn(), whole);
  await page.getByTestId('reset-zoom').click();
  await settled(page);
  assert.equal(await page.getByTestId('reset-zoom').isDisabled(), true);
  assert.equal(await drawn(), whole);
});

on('curves hide and show, the axis turns logarithmic', 'pendulum', {}, async (page) => {
  const drawn = () => page.locator('[data-testid=plot-energy] canvas').evaluate((c) => c.toDataURL());
  const all = await drawn();
  await page.getByTestId('series-energy-1').click();
  assert.equal(await page.getByTestId('series-energy-1').getAttribute('aria-pressed'), 'false');
  const fewer = await drawn();
  assert.notEqual(fewer, all);
  await page.getByTestId('log-energy').click();
  await settled(page);
  assert.notEqual(await drawn(), fewer);
  await page.getByTestId('none-energy').click();
  await page.getByTestId('all-energy').click();
  await page.locator('[data-testid=plot-residual] summary').click();
  await settled(page);
  assert.ok(await page.locator('[data-testid=plot-residual] canvas').isVisible());
});

on('the phase portrait begins with a coordinate that moves and follows the choice', 'pendulum', {}, async (page) => {
  assert.equal(await page.getByTestId('phase-coordinate').locator('option:checked').textContent(), 'bob.angle');
  const drawn = () => page.locator('[data-testid=phase] canvas').evaluate((c) => c.toDataURL());
  const first = await drawn();
  await page.getByTestId('phase-coordinate').selectOption({ label: 'bob.x' });
  await settled(page);
  assert.notEqual(await drawn(), first);
});

on('every switch of the picture works', 'boxes', {}, async (page) => {
  const drawn = async () => (await settled(page), page.locator('canvas.picture').evaluate((c) => c.toDataURL()));
  await page.evaluate(() => window.saltus.seek(1));
  let before = await drawn();
  for (const name of ['toggle-contacts', 'toggle-forces', 'toggle-trails', 'zoom-in', 'fit']) {
    await page.getByTestId(name).click();
    const now = await drawn();
    assert.notEqual(now, before, name);
    before = now;
  }
  await page.getByTestId('toggle-names').click();
  await settled(page);
  assert.ok(await page.locator('.labels span').first().isVisible());
});

for (const [report, what] of [
  ['mesh', 'dragging turns a spatial picture'],
  ['boxes', 'dragging moves a planar picture'],
]) {
  on(`${what}, the wheel zooms after a click`, report, {}, async (page) => {
    const canvas = page.locator('canvas.picture');
    const drawn = async () => (await settled(page), canvas.evaluate((c) => c.toDataURL()));
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    const middle = [box.x + box.width / 2, box.y + 150];
    const first = await drawn();
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, 1);
    assert.equal(await drawn(), first, "before a click the wheel is the page's");
    await page.mouse.down();
    await page.mouse.move(middle[0] + 60, middle[1] + 20, { steps: 4 });
    await page.mouse.up();
    const moved = await drawn();
    assert.notEqual(moved, first);
    await page.mouse.wheel(0, 200);
    assert.notEqual(await drawn(), moved);
    await page.getByTestId('fit').click();
    assert.equal(await drawn(), first, 'fitting goes back');
  });
}

test('a thousand kilometres from the origin the picture is the same', { skip: !template }, async () => {
  const pictures = [];
  for (const report of ['near', 'far']) {
    const { page, context } = await open(await browsers.get(), made[report]);
    pictures.push(await page.locator('canvas.picture').evaluate((c) => c.toDataURL()));
    await context.close();
  }
  assert.equal(pictures[0], pictures[1]);
});

on('a mechanism in space fills the picture, and all of it is seen', 'rod', {}, async (page) => {
  const edges = { left: 1, top: 1, right: 0, bottom: 0 }; // in widths and heights of the picture
  for (let i = 0; i < 12; i++) {
    await page.evaluate((part) => window.saltus.seek(part * window.saltus.end), i / 12);
    await settled(page);
    const now = await page.locator('canvas.picture').evaluate((canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy.drawImage(canvas, 0, 0);
      const pixels = new Uint32Array(copy.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      const x = [];
      const y = [];
      pixels.forEach((pixel, k) => pixel !== pixels[0] && (x.push(k % canvas.width), y.push(Math.floor(k / canvas.width))));
      const least = (list) => list.reduce((a, b) => Math.min(a, b));
      const greatest = (list) => list.reduce((a, b) => Math.max(a, b));
      return {
        left: least(x) / canvas.width,
        top: least(y) / canvas.height,
        right: greatest(x) / canvas.width,
        bottom: greatest(y) / canvas.height,
      };
    });
    for (const side of ['left', 'top']) edges[side] = Math.min(edges[side], now[side]);
    for (const side of ['right', 'bottom']) edges[side] = Math.max(edges[side], now[side]);
  }
  const { left, top, right, bottom } = edges;
  assert.ok(Math.max(right - left, bottom - top) > 0.85, JSON.stringify(edges));
  assert.ok(left > 0.02 && top > 0.02 && right < 0.98 && bottom < 0.98, JSON.stringify(edges));
  assert.ok(Math.abs(left - (1 - right)) < 0.05 && Math.abs(top - (1 - bottom)) < 0.05, JSON.stringify(edges));
});

on('a typed time is taken, the command is copied, all digits are listed', 'formula', {}, async (page) => {
  await page.getByTestId('time').fill('0.0625');
  await page.getByTestId('time').press('Enter');
  assert.equal(await time(page), 0.0625);
  await page.getByTestId('copy-command').click();
  await page.waitForFunction(() => document.querySelector('[data-testid=copy-command]').textContent === 'Copied');
  await page.locator('[data-testid=values] summary').click();
  const shown = await page.locator('[data-testid=values] tbody tr').first().locator('td.number').first().textContent();
  assert.equal(Number(shown), await page.evaluate(() => window.saltus.value('upper', 'gaps')));
});

on('thousands of curves are found by name', 'edges', {}, async (page) => {
  assert.ok((await page.locator('[data-testid=plot-velocities] .legend-item').count()) < 300);
  await page.getByTestId('filter-velocities').fill('sphere2999.');
  await page.getByTestId('series-velocities-2999').click();
  assert.equal(await page.getByTestId('series-velocities-2999').getAttribute('aria-pressed'), 'true');
  const shown = parseFloat(await page.getByTestId('value-velocities-2999').getAttribute('title'));
  assert.equal(shown, await page.evaluate(() => window.saltus.value('sphere2999.vx', 'velocities')));
});

/** Names in the legend, in its order; those shown alone where `on`. */
const legend = (page, plot, on) =>
  page.locator(`[data-testid=plot-${plot}] .legend-item${on ? '[aria-pressed=true]' : ''} .legend-name`).allTextContents();

on('contacts that press are shown at first, in the order of their numbers', 'edges', {}, async (page) => {
  const numbers = (names) => names.map((name) => Number(name.split('#')[1]));
  assert.deepEqual(numbers(await legend(page, 'impulses', true)), [7, 8, 9, 10, 11, 12, 13, 14]);
  assert.deepEqual(numbers(await legend(page, 'impulses', false)), [7, 8, 9, 10, 11, 12, 13, 14, 1, 2, 3, 4, 5, 6]);
});

on('a comparison shows the same quantities of every scheme at first', 'compare', {}, async (page) => {
  const schemes = ['moreau-jean', 'direct-projection', 'combined-projection', 'generalized-alpha{rho=0.8}'];
  const shown = (plot) => legend(page, plot, true);
  assert.deepEqual(
    await shown('positions'),
    schemes.map((scheme) => `ball.y, ${scheme}`),
  );
  assert.deepEqual(
    await shown('energy'),
    schemes.flatMap((scheme) => [1e-4, 1e-5].map((h) => `total, ${scheme}, ${h} s`)),
  );
  assert.deepEqual(
    await shown('forces'),
    ['ball#2', 'ball#10'].flatMap((name) => schemes.map((scheme) => `${name} normal, ${scheme}, ${1e-6} s`)),
    'of many runs one per scheme, of the contacts that press',
  );
});

on('a failed run says how far it came and why', 'failed', {}, async (page) => {
  const text = await page.getByTestId('failure').textContent();
  for (const part of ['t = 1.7 s of 2 s', "the force on 'ball.y'", 'is not finite', 'look for a division by zero'])
    assert.ok(text.includes(part), part);
});

on('an interrupted run says how far it came and how to go on', 'interrupted', {}, async (page) => {
  const text = await page.getByTestId('interrupted').textContent();
  for (const part of ['interrupted at t = 1.7 s of 2 s', 'after 1700 accepted steps', '--resume'])
    assert.ok(text.includes(part), part);
  assert.match(await page.locator('.facts').textContent(), /Run interrupted/);
  assert.equal(await page.getByTestId('failure').count(), 0);
});

for (const report of ['pendulum', 'converge', 'failed']) {
  on(`${report} prints without controls`, report, {}, async (page) => {
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.controls:visible').count(), 0);
    writeFileSync(
      join(shots, `${report}.pdf`),
      await page.pdf({ format: 'A4', margin: { top: '15mm', bottom: '15mm', left: '14mm', right: '14mm' } }),
    );
  });
  on(`${report} in the dark`, report, { colorScheme: 'dark' }, (page) =>
    page.screenshot({ path: join(shots, `${report}-dark.png`) }),
  );
}

if (template) {
  test('5000 spheres and 300 frames open within 3 s, in at most 25 MB', async () => {
    assert.ok(readFileSync(made.pile).length <= 25e6);
    const ms = await opening(browsers, made.pile, 3000);
    assert.ok(ms < 3000, `took ${ms} ms`);
  });

  test('without WebGL a message stands for the picture and all else works', async () => {
    const plain = await launch({ webgl: false });
    const { page, complaints } = await open(plain, made.pendulum);
    assert.ok(await page.getByTestId('no-webgl').isVisible());
    await page.evaluate(() => window.saltus.seek(2));
    assert.ok(Number.isFinite(await page.evaluate(() => window.saltus.value('bob.angle', 'positions'))));
    assert.deepEqual(complaints, []);
    await plain.close();
  });

  test('an empty page and a damaged report say so', async () => {
    const page = await (await browsers.get()).newPage();
    const text = async (file) => {
      await page.goto(`file://${file}`);
      await page.waitForSelector('.loading[role=alert]');
      return page.locator('.loading').textContent();
    };
    const empty = join(out, 'empty.html');
    writeFileSync(empty, readFileSync(template));
    assert.match(await text(empty), /holds no report/);
    const damaged = join(out, 'damaged.html');
    writeFileSync(damaged, readFileSync(made.pendulum, 'utf8').replace(/(id="saltus-data">.{200}).*?<\/script>/s, '$1</script>'));
    assert.match(await text(damaged), /could not be read/);
    await page.close();
  });
}
