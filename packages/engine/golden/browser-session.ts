import { chromium } from 'playwright';
import { launch } from 'puppeteer-core';
import type { GoldenReply, GoldenRequest } from './program.ts';
import type { Session } from './session.ts';

/** What both drivers' pages can do. */
interface Page {
  addScriptTag(options: { content: string }): Promise<unknown>;
  evaluate(task: (request: string) => string, request: string): Promise<string>;
}

async function openPage(page: Page, script: string): Promise<(request: GoldenRequest) => Promise<GoldenReply>> {
  await page.addScriptTag({ content: script });
  return async (request) =>
    JSON.parse(await page.evaluate((text) => globalThis.golden(text), JSON.stringify(request))) as GoldenReply;
}

/** Opens a page in the Chromium at a path. */
export async function openChromium(path: string, script: string, args: readonly string[]): Promise<Session> {
  const browser = await chromium.launch({ executablePath: path, args: [...args] });
  try {
    const call = await openPage(await browser.newPage(), script);
    return { version: browser.version(), call, close: async () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Opens a page in the Firefox at a path, over WebDriver BiDi. */
export async function openFirefox(path: string, script: string): Promise<Session> {
  const browser = await launch({ browser: 'firefox', executablePath: path, headless: true, protocolTimeout: 600_000 });
  try {
    const call = await openPage(await browser.newPage(), script);
    const version = (await browser.version()).replace(/^\D+/, '');
    return { version, call, close: async () => browser.close() };
  } catch (error) {
    await browser.close();
    throw error;
  }
}
