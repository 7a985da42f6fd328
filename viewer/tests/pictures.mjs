// SPDX-License-Identifier: Apache-2.0
// Pictures for the documents, of reports that tools/pictures has made: node pictures.mjs REPORTS OUT
import { join } from 'node:path';
import { launch, open, settled } from './browser.mjs';

const [reports, out] = process.argv.slice(2);
const browser = await launch();

async function shoot(name, time, body) {
  const { page, context } = await open(browser, join(reports, name, 'report.html'));
  if (time !== null) await page.evaluate((t) => window.saltus.seek(t), time);
  await body(page);
  await context.close();
}

/** The motion and the first plots beside it. */
async function beside(page, file, height) {
  const canvas = page.locator('canvas.picture');
  await canvas.evaluate((c) => c.closest('section').scrollIntoView());
  await settled(page);
  const box = await canvas.boundingBox();
  await page.screenshot({ path: join(out, file), clip: { x: 0, y: Math.max(0, box.y - 60), width: 1280, height } });
}

await shoot('slider_crank', 0.05, (page) => beside(page, 'slider_crank.png', 600));
await shoot('sphere_pile', 0.5, async (page) => {
  const canvas = page.locator('canvas.picture');
  await canvas.scrollIntoViewIfNeeded();
  await settled(page);
  await canvas.screenshot({ path: join(out, 'pile.png') });
});
await shoot('chattering', null, async (page) => {
  const area = page.getByTestId('area-velocities');
  await area.scrollIntoViewIfNeeded();
  const box = await area.boundingBox();
  await page.mouse.move(box.x + 0.68 * box.width, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.78 * box.width, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await page.mouse.move(5, 5);
  await settled(page);
  await page.getByTestId('plot-velocities').screenshot({ path: join(out, 'chattering.png') });
});
await shoot('convergence', null, async (page) => {
  await page.getByTestId('loglog-0').screenshot({ path: join(out, 'convergence.png') });
});
await browser.close();
