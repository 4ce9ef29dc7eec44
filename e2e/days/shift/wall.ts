// A wallboard of a customer's queues, opened by its link in a browser without a session.
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from '../../browser/chromium.ts';
import type { Api } from '../../lab/console.ts';
import type { LiveAnswer } from '../../lab/live.ts';

const FIGURES = {
  received: 'Received today',
  answered: 'Answered today',
  abandoned: 'Abandoned today',
  waiting: 'Waiting',
} as const;

interface WallboardScreen {
  readonly page: Page;
  /** Figures by tile title `server queue`: received, answered, abandoned, waiting. */
  figures(): Promise<Record<string, readonly string[]>>;
  close(): Promise<void>;
}

/** Expected figures of a wallboard with these queues. */
export const wallFigures = (live: LiveAnswer, names: readonly string[]): Record<string, readonly string[]> =>
  Object.fromEntries(
    live.queues.flatMap(({ serverId, name, today, callers }) =>
      today && names.includes(name)
        ? [[`${serverId} ${name}`, [today.received, today.answered, today.abandonedLong, callers.length].map(String)]]
        : [],
    ),
  );

/** `api`: a user who can create wallboards of the customer. */
export const openWallboard = async (api: Api, url: string, names: readonly string[]): Promise<WallboardScreen> => {
  const { data } = await api.call<{ data: { id: string; name: string; serverId: number }[] }>(
    'GET',
    '/queues?perPage=100',
  );
  const tiles = data
    .filter(({ name }) => names.includes(name))
    .map(({ id, name, serverId }) => ({
      ...{ kind: 'queue', id, queueId: id, title: `${serverId} ${name}`, width: 2, figures: Object.keys(FIGURES) },
    }));
  const board = await api.call<{ id: string }>('POST', '/wallboards', { name: 'Hall', pages: [{ name: '', tiles }] });
  const link = await api.call<{ url: string }>('POST', `/wallboards/${board.id}/links`, { name: 'Reception' });
  const { pathname, hash } = new URL(link.url);
  const browser: Browser = await openBrowser();
  const { page } = await visit(browser, url, { width: 1920, height: 1080 });
  await page.goto(pathname + hash);
  await page.getByText('Live', { exact: true }).waitFor();
  return {
    page,
    figures: async () =>
      Object.fromEntries(
        await Promise.all(
          tiles.map(async ({ title }) => {
            const text = await page.getByRole('region', { name: title }).innerText();
            const lines = text.split('\n').map((line) => line.trim());
            return [title, Object.values(FIGURES).map((label) => lines[lines.indexOf(label) - 1] ?? '')] as const;
          }),
        ),
      ),
    close: () => browser.close(),
  };
};
