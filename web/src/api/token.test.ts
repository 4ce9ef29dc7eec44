import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from './testing/fake-browser.ts';
import { getToken, onToken, setToken } from './token.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the token', () => {
  it('is kept in local storage and in a cookie of the auth. family', () => {
    const { items, cookies } = fakeBrowser();
    setToken('abc/+=');
    expect(getToken()).toBe('abc/+=');
    expect([...items.keys()]).toEqual(['auth.token']);
    expect([...cookies.keys()]).toEqual(['auth.token']);
  });

  it('is gone from both after sign-out', () => {
    const { items, cookies } = fakeBrowser();
    setToken('abc');
    setToken(null);
    expect(getToken()).toBeNull();
    expect(items.size + cookies.size).toBe(0);
  });

  it('survives a browser whose storage is switched off', () => {
    fakeBrowser('off');
    setToken('abc/+=');
    expect(getToken()).toBe('abc/+=');
  });

  it('tells of sign-in, sign-out, and of a sign-out in another tab', () => {
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
