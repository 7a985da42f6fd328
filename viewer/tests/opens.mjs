// SPDX-License-Identifier: Apache-2.0
// A report is there, with its picture and all plots, within so many seconds: node opens.mjs SECONDS REPORT…
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Browsers, opening } from './browser.mjs';

const browsers = new Browsers();
after(() => browsers.close());

const [seconds, ...files] = process.argv.slice(2);
for (const file of files)
  test(`${file} opens within ${seconds} s`, async () => {
    const ms = await opening(browsers, file, 1000 * Number(seconds));
    console.log(`${file}: ${ms} ms`);
    assert.ok(ms < 1000 * Number(seconds), `took ${ms} ms`);
  });
