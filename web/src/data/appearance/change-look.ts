import { keepPreference } from './keep-preference.ts';
import { lookNow, useLayout } from './layout-store.ts';
import { changedLook, type Look } from './look.ts';

/** Applies a choice at once, adjusts options that conflict with it, and stores all changes. */
export const changeLook = (change: Partial<Look>): void => {
  const before = lookNow();
  useLayout.getState().setLook(change);
  keepPreference(changedLook(before, lookNow()));
};
