import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from '../data/api/testing/fake-browser.ts';
import { DEFAULT_LOOK } from '../data/appearance/look.ts';

/** Returns the store as after a page load with this value in the browser's storage. */
const load = async (stored?: unknown) => {
  const { items } = fakeBrowser();
  if (stored !== undefined) items.set('ringside.look', typeof stored === 'string' ? stored : JSON.stringify(stored));
  // Zustand looks for the storage on `window`.
  Object.assign(window, { localStorage });
  vi.resetModules();
  return { items, ...(await import('../data/appearance/layout-store.ts')) };
};

describe('layout store', () => {
  beforeEach(() => void vi.stubGlobal('document', {}));
  afterEach(() => vi.unstubAllGlobals());

  it('starts with the defaults', async () => expect((await load()).lookNow()).toEqual(DEFAULT_LOOK));

  it('restores its last state, except open drawers', async () => {
    const first = await load();
    first.useLayout.getState().setLook({ skin: 'semi-dark', appBar: 'static', direction: 'rtl' });
    first.useLayout.getState().setCustomizer(true);
    const second = await load(first.items.get('ringside.look'));
    expect(second.lookNow()).toEqual({ ...DEFAULT_LOOK, skin: 'semi-dark', appBar: 'static', direction: 'rtl' });
    expect(second.useLayout.getState().customizerOpen).toBe(false);
  });

  it.each([
    ['what a broken extension left', { state: { skin: 7, drawerOpen: true }, version: 0 }],
    ['nothing of use', { state: null, version: 0 }],
  ])('starts with the defaults after %s', async (_, stored) => {
    const { lookNow, useLayout } = await load(stored);
    expect(lookNow()).toEqual(DEFAULT_LOOK);
    expect(useLayout.getState().drawerOpen).toBe(false);
  });

  it('keeps the rules between options, whatever is set', async () => {
    const { lookNow, useLayout } = await load();
    useLayout.getState().setLook({ skin: 'semi-dark' });
    useLayout.getState().setLook({ menu: 'horizontal' });
    expect(lookNow()).toMatchObject({ menu: 'horizontal', skin: 'default' });
    useLayout.getState().setLook({ skin: 'semi-dark' });
    expect(lookNow().skin).toBe('default');
  });
});
