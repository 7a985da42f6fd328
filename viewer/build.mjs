// SPDX-License-Identifier: Apache-2.0
// Writes the report's page as one self-contained file: node build.mjs --out FILE
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const marker = '<!-- saltus:data -->';
const limit = 900_000; // bytes

const at = process.argv.indexOf('--out');
if (at < 0 || !process.argv[at + 1]) {
  console.error('usage: node build.mjs --out FILE');
  process.exit(2);
}
const out = process.argv[at + 1];

async function bundle(entry, loader) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    target: ['chrome105', 'firefox113', 'safari16.4'],
    legalComments: 'none',
    loader,
  });
  return result.outputFiles[0].text.trim();
}

// Licences of what is in the page.
const notices = ['three', 'uplot'].map(
  (name) => `${name}\n${readFileSync(join(here, 'node_modules', name, 'LICENSE'), 'utf8').trim()}`,
);
const script = `/*\n${notices.join('\n\n')}\n*/\n${await bundle('src/main.ts', {})}`;
const style = await bundle('style.css', { '.css': 'css' });
for (const bad of [/<\/script/i, /<!--/]) {
  if (bad.test(script)) throw new Error(`the script holds ${bad}, which would end it early`);
}
if (/<\/style/i.test(style)) throw new Error('the style sheet holds </style');

// Functions as replacements: a `$` in the text stays a `$`.
const page = readFileSync(join(here, 'index.html'), 'utf8')
  .replace('/* saltus:style */', () => style)
  .replace('/* saltus:script */', () => script);

if (page.split(marker).length !== 2) throw new Error(`the page must hold ${marker} exactly once`);
const size = Buffer.byteLength(page);
if (size > limit) throw new Error(`the page has ${size} bytes, more than ${limit}`);

mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, page);
console.log(`${out}: ${Math.round(size / 1000)} kB`);
