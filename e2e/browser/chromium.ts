// Starts a headless Chromium that makes no connections outside this machine.
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { findChromium } from '../../bin/find-chromium.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const openBrowser = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium found: install one, or set RINGSIDE_CHROMIUM to its path');
  return chromium.launch({ executablePath, args: ARGUMENTS, headless: true });
};

/** Cookies and storage of an earlier visit, including the session. */
export type Kept = Awaited<ReturnType<BrowserContext['storageState']>>;

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the page so far: exceptions and console errors. */
  readonly faults: string[];
}

/** Some tests cause aborted requests and refused sockets on purpose. */
const isNetwork = (text: string): boolean => /Failed to load resource|WebSocket connection|net::ERR/.test(text);

export const visit = async (
  browser: Browser,
  baseURL: string,
  options: { dark?: boolean; locale?: string; timezone?: string; width?: number; height?: number; state?: Kept } = {},
): Promise<Visit> => {
  const context = await browser.newContext({
    baseURL,
    locale: options.locale ?? 'en-US',
    timezoneId: options.timezone ?? 'UTC',
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    // Animations would make screenshots and clicks unreliable.
    reducedMotion: 'reduce',
    ...(options.state === undefined ? {} : { storageState: options.state }),
  });
  // The console is light by default. An earlier choice is in the browser's storage.
  if (options.dark) {
    await context.addInitScript(() => {
      const look = JSON.stringify({ state: { scheme: 'dark' }, version: 0 });
      if (localStorage.getItem('ringside.look') === null) localStorage.setItem('ringside.look', look);
    });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isNetwork(message.text())) faults.push(message.text());
  });
  return { context, page, faults };
};
