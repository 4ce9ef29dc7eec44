import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** With RINGSIDE_SHOTS=folder keeps a picture of the whole page, to be looked at. */
export const keepPicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['RINGSIDE_SHOTS'];
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};
