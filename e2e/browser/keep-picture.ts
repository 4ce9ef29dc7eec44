import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Stores a screenshot of the whole page if RINGSIDE_SHOTS names a folder. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
