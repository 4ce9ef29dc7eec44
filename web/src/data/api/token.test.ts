import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from './testing/fake-browser.ts';
import { getToken, onToken, setToken } from './token.ts';

afterEach(() => vi.unstubAllGlobals());

describe('session token', () => {
  it('is stored in local storage, and the cookie only says that it exists', () => {
    const { items, cookies } = fakeBrowser();
    setToken('abc/+=');
    expect(getToken()).toBe('abc/+=');
    expect([...items.keys()]).toEqual(['auth.token']);
    // Scripts that read cookies do not get the token.
    expect([...cookies]).toEqual([['auth.token', 'stored']]);
  });

  it('is removed from local storage and the cookie at sign-out', () => {
    const { items, cookies } = fakeBrowser();
    setToken('abc');
    setToken(null);
    expect(getToken()).toBeNull();
    expect(items.size + cookies.size).toBe(0);
  });

  it('works in a browser whose storage is disabled', () => {
    fakeBrowser('off');
    setToken('abc/+=');
    expect(getToken()).toBe('abc/+=');
  });

  it('notifies listeners of sign-in, sign-out, and a sign-out in another tab', () => {
    const { otherTab, items, cookies } = fakeBrowser();
    const heard: (string | null)[] = [];
    const stop = onToken((t) => heard.push(t));
    setToken('abc');
    setToken(null);
    setToken('def');
    items.clear();
    otherTab({ key: null, newValue: null });
    otherTab({ key: 'something.else', newValue: 'x' });
    expect(heard).toEqual(['abc', null, 'def', null]);
    expect(cookies.size).toBe(0);
    stop();
    setToken('ghi');
    expect(heard).toHaveLength(4);
  });
});
