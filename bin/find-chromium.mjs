// Where a Chromium is, for the journeys in a browser: RINGSIDE_CHROMIUM, the PATH, or the usual places.
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

/** The path of a Chromium, or null. A RINGSIDE_CHROMIUM that does not run is an error, not a reason to skip. */
export const findChromium = () => {
  const told = process.env.RINGSIDE_CHROMIUM;
  if (told) {
    if (!runs(told)) throw new Error(`RINGSIDE_CHROMIUM is ${told}, which cannot be run`);
    return told;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [...folders.flatMap((f) => NAMES.map((n) => join(f, n))), ...PLACES];
  return candidates.find(runs) ?? null;
};
