import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../api/testing/fake-browser.ts';

const MESSAGES = [{ Type: 4, CoreStartupDate: '2026-11-25' }, 'noise', { Event: 'CoreShowChannelsComplete' }];

let asked: string[];
/** Loads the modules anew, because each page load has its own state. */
const load = async (abilities: readonly { action: string; resource: string }[]) => {
  vi.resetModules();
  const { queryClient } = await import('../api/query-client.ts');
  const { setToken } = await import('../api/token.ts');
  setToken('first');
  queryClient.setQueryData(['session', 'user'], { abilities });
  return { setToken, ...(await import('./first-figures.ts')) };
};
const taken = async (take: (use: (messages: readonly unknown[]) => void) => void): Promise<readonly unknown[][]> => {
  const found: unknown[][] = [];
  take((messages) => found.push([...messages]));
  await new Promise((resolve) => setTimeout(resolve));
  return found;
};

beforeEach(() => {
  fakeBrowser();
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response(JSON.stringify({ data: MESSAGES }), { headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const READER = [{ action: 'read', resource: 'live' }];

describe('the first figures', () => {
  it('are requested once and passed on once, without anything that is no message', async () => {
    const { requestFirstFigures, takeFirstFigures } = await load(READER);
    requestFirstFigures();
    requestFirstFigures();
    expect(asked).toEqual(['/api/live/messages']);
    expect(await taken(takeFirstFigures)).toEqual([[MESSAGES[0], MESSAGES[2]]]);
    expect(await taken(takeFirstFigures)).toEqual([]);
  });

  it('are not requested without the permission to read the live state', async () => {
    const { requestFirstFigures } = await load([{ action: 'read', resource: 'customer' }]);
    requestFirstFigures();
    expect(asked).toEqual([]);
  });

  it('are not requested after the socket started, until another user signs in', async () => {
    const { requestFirstFigures, takeFirstFigures, setToken } = await load(READER);
    await taken(takeFirstFigures);
    requestFirstFigures();
    expect(asked).toEqual([]);
    setToken('second');
    requestFirstFigures();
    expect(asked).toHaveLength(1);
  });

  it('of a user who signed out meanwhile are dropped', async () => {
    const { requestFirstFigures, takeFirstFigures, setToken } = await load(READER);
    requestFirstFigures();
    const found: unknown[] = [];
    takeFirstFigures((messages) => found.push(messages));
    setToken('second');
    await new Promise((resolve) => setTimeout(resolve));
    expect(found).toEqual([]);
  });
});
