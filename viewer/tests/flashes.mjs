// SPDX-License-Identifier: Apache-2.0
// Contacts flash when they press, and fade: node flashes.mjs REPORT…, of runs with impacts and flights between them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Browsers, open, settled } from './browser.mjs';
import { readReport } from './reading.mjs';

const browsers = new Browsers();
after(() => browsers.close());

/** A frame with a contact before one without, and a frame long after any. */
function moments(file) {
  const { array } = readReport(file);
  const t = array('frame.t');
  const start = array('frame.contact_start');
  const presses = (f) => start[f + 1] > start[f];
  const span = t[t.length - 1] - t[0];
  let impact = -1;
  let quiet = -1;
  let last = 0;
  for (let f = 1; f + 2 < t.length; f++) {
    if (presses(f)) last = f;
    if (impact < 0 && presses(f) && !presses(f + 1) && !presses(f + 2)) impact = f;
    if (quiet < 0 && t[f] - t[last] > 0.03 * span && !presses(f + 1)) quiet = f;
  }
  return { impact: t[impact], after: t[impact + 1], quiet: t[quiet] };
}

for (const file of process.argv.slice(2)) {
  test(`${file}: an impact is seen when it happens and just after, not later`, async () => {
    const { page, context, complaints } = await open(await browsers.get(), file);
    const drawn = async () => (await settled(page), page.locator('canvas.picture').evaluate((c) => c.toDataURL()));
    const contactsAreSeen = async (t) => {
      await page.evaluate((time) => window.saltus.seek(time), t);
      const shown = await drawn();
      await page.getByTestId('toggle-contacts').click();
      await page.getByTestId('toggle-forces').click();
      const hidden = await drawn();
      await page.getByTestId('toggle-contacts').click();
      await page.getByTestId('toggle-forces').click();
      return shown !== hidden;
    };
    const { impact, after: later, quiet } = moments(file);
    for (const t of [impact, later, quiet]) assert.ok(Number.isFinite(t), 'the run has such moments');
    assert.equal(await contactsAreSeen(impact), true);
    assert.equal(await contactsAreSeen(later), true, 'it fades');
    assert.equal(await contactsAreSeen(quiet), false);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
