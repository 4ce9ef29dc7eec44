import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../api/testing/fake-browser.ts';

/** Fake server that stores preferences and answers each request when the test says so. */
const start = async (theme: Record<string, unknown> = {}) => {
  const browser = fakeBrowser();
  const waiting: ((works: boolean) => void)[] = [];
  const bodies: { theme?: Record<string, unknown>; language?: string }[] = [];
  let user = { id: 'u1', language: 'en', theme };
  vi.stubGlobal('fetch', async (_: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as (typeof bodies)[number];
    bodies.push(body);
    const works = await new Promise<boolean>((done) => waiting.push(done));
    if (!works) throw new TypeError('Failed to fetch');
    user = { ...user, ...body } as typeof user;
    return new Response(JSON.stringify(user), { status: 200, headers: { 'content-type': 'application/json' } });
  });
  vi.resetModules();
  const { queryClient } = await import('../api/query-client.ts');
  const { userQuery } = await import('../api/session.ts');
  const { keepPreference, sendUnsaved } = await import('./keep-preference.ts');
  const { unsavedOf } = await import('./unsaved-preferences.ts');
  queryClient.setQueryData(userQuery.queryKey, user as never);
  const answer = async (works: boolean): Promise<void> => {
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.(works);
    await new Promise((done) => setTimeout(done, 0));
  };
  return { browser, bodies, answer, keepPreference, sendUnsaved, unsavedOf, stored: () => user };
};

describe('keepPreference', () => {
  beforeEach(() => void vi.stubGlobal('document', {}));
  afterEach(() => vi.unstubAllGlobals());

  it('merges changes into the stored preferences, one request at a time, without losing any', async () => {
    const s = await start({ elsewhere: 1 });
    s.keepPreference({ skin: 'bordered' });
    s.keepPreference({ scheme: 'dark' });
    s.keepPreference({ skin: 'default', language: 'he' });
    expect(s.bodies).toHaveLength(1);
    await s.answer(true);
    await s.answer(true);
    expect(s.bodies).toHaveLength(2);
    expect(s.stored()).toMatchObject({ language: 'he', theme: { elsewhere: 1, skin: 'default', scheme: 'dark' } });
    expect(s.unsavedOf('u1')).toEqual({});
  });

  it('keeps unsent changes in this browser and sends them the next time', async () => {
    const s = await start();
    s.keepPreference({ footer: 'fixed' });
    await s.answer(false);
    expect(s.unsavedOf('u1')).toEqual({ footer: 'fixed' });
    expect(s.unsavedOf('somebody else')).toEqual({});
    expect(s.browser.items.get('ringside.unsaved')).toContain('fixed');
    void s.sendUnsaved();
    await s.answer(true);
    expect(s.stored().theme).toEqual({ footer: 'fixed' });
    expect(s.browser.items.has('ringside.unsaved')).toBe(false);
  });
});
