// Appearance options of the console, their defaults, and the combinations that are not allowed.

import { keysOf } from '@ringside/core/base/keys-of.ts';
import { HOUR_CYCLES } from '../../locales/time-locale.ts';

export const TRANSITIONS = [
  'scroll-x',
  'scroll-x-reverse',
  'scroll-y',
  'scroll-y-reverse',
  'slide-x',
  'slide-x-reverse',
  'slide-y',
  'slide-y-reverse',
  'fade',
] as const;
export type Transition = (typeof TRANSITIONS)[number];

/** All options with their values. The browser and the server store them under these names. */
export const CHOICES = {
  scheme: ['light', 'dark', 'auto'],
  skin: ['default', 'bordered', 'semi-dark'],
  width: ['full', 'boxed'],
  appBar: ['fixed', 'static', 'hidden'],
  /** The page shows through the app bar. Visible only while the app bar is fixed. */
  blur: [true, false],
  footer: ['fixed', 'static', 'hidden'],
  menu: ['vertical', 'horizontal'],
  /** `mini`: collapsed, only in a vertical menu. `hidden`: opens as a drawer. */
  navigation: ['full', 'mini', 'hidden'],
  /** `auto`: the direction of the language. */
  direction: ['auto', 'ltr', 'rtl'],
  transition: TRANSITIONS,
  hourCycle: HOUR_CYCLES,
} as const;

type Choices = typeof CHOICES;
export type Look = { readonly [K in keyof Choices]: Choices[K][number] };

export const DEFAULT_LOOK: Look = {
  scheme: 'light',
  skin: 'default',
  width: 'full',
  appBar: 'fixed',
  blur: true,
  footer: 'static',
  menu: 'vertical',
  navigation: 'full',
  direction: 'auto',
  transition: 'scroll-x',
  hourCycle: 'auto',
};

/** Semi Dark darkens the side column, which a horizontal menu does not have. */
export const skinAllowed = (skin: Look['skin'], menu: Look['menu']): boolean =>
  !(skin === 'semi-dark' && menu === 'horizontal');

const withRules = (look: Look): Look =>
  skinAllowed(look.skin, look.menu) ? look : { ...look, skin: DEFAULT_LOOK.skin };

/** Returns `base` with the valid values of `stored`. Records from a server, a browser or a newer console may contain unknown values. */
export const readLook = (stored: Readonly<Record<string, unknown>>, base: Look = DEFAULT_LOOK): Look => {
  const read = keysOf(CHOICES).map((key) => {
    const known: readonly unknown[] = CHOICES[key];
    return [key, known.includes(stored[key]) ? stored[key] : base[key]];
  });
  return withRules(Object.fromEntries(read));
};

/** Returns the options that differ, as sent to the server. */
export const changedLook = (before: Look, after: Look): Partial<Look> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof Look] !== value));

/** Where the menu is shown: in the side column, as a row below the app bar, or as a drawer. */
export type MenuPlace = 'full' | 'mini' | 'row' | 'drawer';

export const SIDE_FROM_PX = 960;
export const ROW_FROM_PX = 1264;

export const menuPlace = ({ menu, navigation }: Pick<Look, 'menu' | 'navigation'>, widthPx: number): MenuPlace => {
  if (navigation === 'hidden' || widthPx < (menu === 'horizontal' ? ROW_FROM_PX : SIDE_FROM_PX)) return 'drawer';
  return menu === 'horizontal' ? 'row' : navigation;
};
