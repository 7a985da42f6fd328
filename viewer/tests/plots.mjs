// SPDX-License-Identifier: Apache-2.0
// That what the plots draw, and the time beside them, is what the report holds.
import assert from 'node:assert/strict';
import { settled } from './browser.mjs';

/** Columns of pixels, in parts of the plot's width, in which a curve is drawn: those that change when it is hidden. */
async function inked(page, plot, curve) {
  const pixels = () =>
    page.locator(`[data-testid=plot-${plot}] canvas`).evaluate((c) => {
      const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
      return { width: c.width, data: [...new Uint32Array(data.buffer)] };
    });
  const area = page.getByTestId(`area-${plot}`);
  const canvas = await page.locator(`[data-testid=plot-${plot}] canvas`).boundingBox();
  const box = await area.boundingBox();
  const { width, data } = await pixels();
  await page.getByTestId(`series-${plot}-${curve}`).click();
  await settled(page);
  const { data: without } = await pixels();
  await page.getByTestId(`series-${plot}-${curve}`).click();
  const columns = new Map();
  data.forEach((pixel, k) => {
    if (pixel === without[k]) return;
    const x = ((k % width) + 0.5) * (canvas.width / width) + canvas.x;
    columns.set(x, (columns.get(x) ?? 0) + 1);
  });
  return [...columns].map(([x, height]) => ({ at: (x - box.x) / box.width, height: height / box.height }));
}

/** `on` is that of test.mjs: a test of a synthetic report. */
export function testPlots(on) {
  for (const zoomed of [false, true]) {
    on(`on a logarithmic axis a value between zeros is a stem${zoomed ? ', zoomed' : ''}`, 'failed', {}, async (page) => {
      await page.getByTestId('log-impulses').click();
      await settled(page);
      const end = await page.evaluate(() => window.saltus.end);
      let [from, to] = [0, end];
      if (zoomed) {
        const area = page.getByTestId('area-impulses');
        await area.scrollIntoViewIfNeeded();
        const box = await area.boundingBox();
        [from, to] = [0.1 * end, 0.5 * end];
        await page.mouse.move(box.x + 0.1 * box.width, box.y + 30);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.5 * box.width, box.y + 60, { steps: 5 });
        await page.mouse.up();
        await page.mouse.move(5, 5);
        await settled(page);
      }
      const columns = await inked(page, 'impulses', 0);
      for (const t of [332, 665, 998, 1331].map((i) => i * 1e-3).filter((s) => from < s && s < to)) {
        const near = columns.filter(({ at }) => Math.abs(from + at * (to - from) - t) < 0.01 * end);
        assert.ok(near.some(({ height }) => height > 0.1), `the impact at ${t} is not seen: ${JSON.stringify(near)}`);
      }
    });
  }

  on('the time field goes back to the time of the cursor', 'failed', {}, async (page) => {
    const field = page.getByTestId('time');
    const { start, end } = await page.evaluate(() => ({ start: window.saltus.start, end: window.saltus.end }));
    for (const [typed, time] of [
      ['1e9', end],
      ['abc', end],
      ['-5', start],
    ]) {
      await field.fill(typed);
      await field.press('Enter');
      assert.equal(Number(await field.inputValue()), time, `${typed}, Enter`);
      await field.fill(typed);
      await page.getByTestId('title').click();
      assert.equal(Number(await field.inputValue()), time, `${typed}, a click elsewhere`);
    }
  });

  on('slopes are drawn and labelled', 'converge', {}, async (page) => {
    assert.deepEqual(
      await page.locator('[data-testid=loglog-0] [data-slope]').evaluateAll((list) => list.map((e) => Number(e.dataset.slope))),
      [1, 1.02, 0.98, 1.96],
    );
  });

  on('log-log plots say how many values of 0 they do not show', 'converge', {}, async (page) => {
    const value = page.locator('[data-testid=loglog-2] .legend-value');
    assert.deepEqual(await value.allTextContents(), ['2 at 0: not shown', 'none > 0, 3 at 0: not shown', '']);
    assert.equal(await page.locator('[data-testid=loglog-0] .legend-value').first().textContent(), 'slope 1');
  });

  on('texts of log-log plots can be read at 400 pixels, and do not overlap', 'converge', { width: 400 }, async (page) => {
    const texts = await page.locator('[data-testid=loglog-0] svg[role=img] > text').evaluateAll((list) =>
      list.map((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        const drawn = text.ownerSVGElement;
        const scale = drawn.getBoundingClientRect().width / drawn.viewBox.baseVal.width;
        return { text: text.textContent, size: scale * parseFloat(getComputedStyle(text).fontSize), left, right, top, bottom };
      }),
    );
    for (const { text, size } of texts) assert.ok(size > 11, `${text}: ${size}`);
    const ticks = texts.filter(({ text }) => /^[0-9]/.test(text));
    for (const a of ticks)
      for (const b of ticks)
        assert.ok(
          a === b || a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top,
          `${a.text} and ${b.text} overlap`,
        );
  });

  on('a value alone between gaps is seen, among few rows and many', 'edges', {}, async (page) => {
    for (const curve of [0, 1]) {
      const columns = await inked(page, 'joints', curve);
      for (const part of [30, 90, 150, 210, 270].map((i) => i / 300))
        assert.ok(columns.some(({ at }) => Math.abs(at - part) < 0.01), `curve ${curve} at ${part}: ${JSON.stringify(columns)}`);
    }
  });
}
