// Finds Chromium for the browser tests: RINGSIDE_CHROMIUM, the PATH, or the usual places.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const runs = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Returns the path of a Chromium, or null. Throws if RINGSIDE_CHROMIUM is set but does not run. */
export const findChromium = () => {
  const told = process.env.RINGSIDE_CHROMIUM;
  if (told) {
    if (!runs(told)) throw new Error(`Cannot run RINGSIDE_CHROMIUM: ${told}`);
    return told;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...folders.flatMap((f) => NAMES.map((n) => join(f, n))), ...PLACES];
  return candidates.find(runs) ?? null;
};
