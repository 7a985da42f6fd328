// SPDX-License-Identifier: Apache-2.0
// What must hold of every report, synthetic or real.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { open, settled } from './browser.mjs';
import { readReport, samples } from './reading.mjs';

const picture = async (page) => {
  await settled(page);
  return createHash('md5')
    .update(await page.evaluate(() => document.querySelector('canvas.picture').toDataURL()))
    .digest('hex');
};

const seek = (page, fraction) =>
  page.evaluate((f) => window.saltus.seek(window.saltus.start + f * (window.saltus.end - window.saltus.start)), fraction);
const time = (page) => page.evaluate(() => window.saltus.time());

/** Adds subtests to `t` for the report in `file`; screenshots go to `shots`. */
export async function checkReport(t, browser, file, shots) {
  const report = readReport(file);
  const { header } = report;
  const { page, context, complaints } = await open(browser, file);
  const timed = await page.evaluate(() => window.saltus.end > window.saltus.start);

  await t.test('opens from disk and shows its title, without playing', async () => {
    assert.equal(await page.getByTestId('title').textContent(), header.title || header.model);
    assert.equal(await page.evaluate(() => window.saltus.playing()), false);
    assert.equal(await page.getByTestId('command').textContent(), header.command);
  });
  if (timed) await t.test('plays and pauses', () => plays(page));
  if (header.scene && header.kind === 'run')
    await t.test('the picture changes with the time', () => (timed ? scrubs(page) : picture(page)));
  else await t.test('has no canvas without a scene', async () => assert.equal(await page.locator('canvas.picture').count(), 0));
  if (timed) await t.test('obeys the keyboard', () => keyboard(page));
  if (header.warnings?.some((w) => w.t !== null))
    await t.test('a click on a warning moves the cursor', () => warnings(page, header));
  if (header.plots.length) await t.test('shows the values of the file', () => values(page, report));
  if (header.table)
    await t.test('shows the table', async () =>
      assert.equal(await page.locator('[data-testid=study-table] tbody tr').count(), header.table.rows.length),
    );
  if (header.plots.length) await t.test('every open plot is drawn, by the processor', () => drawn(page));
  await t.test('all controls have names', () => named(page));
  await t.test('fits into 1280 and 400 pixels', () => widths(browser, file, shots));
  await t.test('says nothing on the console', () => assert.deepEqual(complaints, []));
  await context.close();
}

async function plays(page) {
  const before = await time(page);
  await page.getByTestId('play').click();
  await page.waitForFunction((t0) => window.saltus.time() > t0, before, { timeout: 60000 });
  await page.evaluate(() => window.saltus.pause());
  const stopped = await time(page);
  await settled(page);
  assert.equal(await time(page), stopped);
}

async function scrubs(page) {
  const seen = new Set();
  for (const fraction of [0, 0.31, 0.67]) {
    await page.getByTestId('scrub').evaluate((slider, f) => {
      slider.value = String(f);
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, fraction);
    seen.add(await picture(page));
  }
  assert.ok(seen.size >= 2, 'the picture is the same at three times');
  await seek(page, 0.31);
  const once = await picture(page);
  await seek(page, 0.9);
  await seek(page, 0.31);
  assert.equal(await picture(page), once, 'the same time gives the same picture');
}

async function keyboard(page) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('End');
  assert.equal(await time(page), await page.evaluate(() => window.saltus.end));
  await page.keyboard.press('Home');
  assert.equal(await time(page), await page.evaluate(() => window.saltus.start));
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => window.saltus.frame()), 1);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => window.saltus.frame()), 0);
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => window.saltus.playing()), true);
  await page.keyboard.press(' ');
  assert.equal(await page.evaluate(() => window.saltus.playing()), false);
  await page.keyboard.press('f');
}

async function warnings(page, header) {
  const index = header.warnings.findIndex((w) => w.t !== null);
  await seek(page, 0.5);
  await page.getByTestId(`warning-${index}`).click();
  const [start, end] = await page.evaluate(() => [window.saltus.start, window.saltus.end]);
  assert.equal(await time(page), Math.min(end, Math.max(start, header.warnings[index].t)));
}

async function values(page, report) {
  for (const s of samples(report)) {
    const got = await page.evaluate((w) => (window.saltus.seek(w.t), window.saltus.value(w.series, w.plot)), s);
    if (Number.isNaN(s.y)) assert.ok(Number.isNaN(got));
    else assert.equal(got, s.y, `${s.plot}, ${s.series} at t = ${s.t}`);
  }
  // The legend's text too, digit by digit.
  const plot = report.header.plots.find((p) => !p.collapsed && p.series.length);
  if (!plot) return;
  const first = page.locator(`[data-testid=plot-${plot.id}] .legend-item[aria-pressed=true]`).first();
  const index = Number((await first.getAttribute('data-testid')).split('-').at(-1));
  const wanted = samples({ ...report, header: { plots: [{ ...plot, series: [plot.series[index]] }] } })[2];
  await page.evaluate((t) => window.saltus.seek(t), wanted.t);
  const title = await page.getByTestId(`value-${plot.id}-${index}`).getAttribute('title');
  if (!Number.isNaN(wanted.y)) assert.deepEqual(title.replace(/ s$/, '').split(' at t = ').map(Number), [wanted.y, wanted.t]);
}

/** Emulated graphics hardware takes seconds for curves of thousands of pieces: a report of 10⁶ steps took 5 s to open. */
async function drawn(page) {
  const plots = await page.locator('details.plot[open]').evaluateAll((list) =>
    list.map((plot) => ({
      name: plot.dataset.testid,
      canvases: [...plot.querySelectorAll('canvas')].map((c) => c.getContext('2d').getContextAttributes().willReadFrequently),
    })),
  );
  assert.ok(plots.length > 0);
  for (const { name, canvases } of plots) assert.deepEqual(canvases, [true], name);
}

async function named(page) {
  const bare = await page.evaluate(() =>
    [...document.querySelectorAll('button, input, select')]
      .filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))
      .map((e) => e.outerHTML),
  );
  assert.deepEqual(bare, []);
}

async function widths(browser, file, shots) {
  const own = basename(file, '.html');
  const name = own === 'report' ? basename(dirname(file)) : own; // that of a run is named by its folder
  for (const width of [1280, 400]) {
    const { page, context, complaints } = await open(browser, file, { width });
    await seek(page, 0.4);
    const [scroll, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    assert.ok(scroll <= width, `the page is ${scroll} pixels wide in a window of ${width}`);
    for (const field of await page.getByTestId('time').all())
      assert.ok(await field.evaluate((e) => e.scrollWidth <= e.clientWidth), 'the time is clipped');
    // As tall as the page: the bar at the bottom is then where it belongs.
    await page.setViewportSize({ width, height: Math.min(height, 8000) });
    await settled(page);
    await page.screenshot({ path: join(shots, `${name}-${width}.png`) });
    assert.deepEqual(complaints, []);
    await context.close();
  }
}
