import { keepPreference } from './keep-preference.ts';
import { lookNow, useLayout } from './layout-store.ts';
import { changedLook, type Look } from './look.ts';

/** Applies a choice at once, with what it excludes, and keeps both. */
export const changeLook = (change: Partial<Look>): void => {
  const before = lookNow();
  useLayout.getState().setLook(change);
  keepPreference(changedLook(before, lookNow()));
};
