// SPDX-License-Identifier: Apache-2.0
// Khronos' validator on exported files: node validate_gltf.mjs FILE…
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import validator from 'gltf-validator';

for (const file of process.argv.slice(2)) {
  test(`${file} is valid`, async () => {
    const { issues, info } = await validator.validateBytes(new Uint8Array(readFileSync(file)));
    assert.deepEqual(issues.messages.filter((m) => m.severity < 2), []);
    assert.ok(info.animationCount === 1);
  });
}
