// How the console may look: every option of the customizer, what stands by default, and which of them exclude another.

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

/** Each option with its values; they are stored under these names, in the browser and with the user. */
export const CHOICES = {
  scheme: ['light', 'dark', 'auto'],
  skin: ['default', 'bordered', 'semi-dark'],
  width: ['full', 'boxed'],
  appBar: ['fixed', 'static', 'hidden'],
  /** The page shows through the app bar; seen only while that is fixed. */
  blur: [true, false],
  footer: ['fixed', 'static', 'hidden'],
  menu: ['vertical', 'horizontal'],
  /** `mini`: collapsed, which only a vertical menu can be. `hidden`: called up as a drawer. */
  navigation: ['full', 'mini', 'hidden'],
  /** `auto`: as the language is written. */
  direction: ['auto', 'ltr', 'rtl'],
  transition: TRANSITIONS,
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
};

/** Semi Dark darkens the side column, which a horizontal menu has not. */
export const skinAllowed = (skin: Look['skin'], menu: Look['menu']): boolean =>
  !(skin === 'semi-dark' && menu === 'horizontal');

const withRules = (look: Look): Look =>
  skinAllowed(look.skin, look.menu) ? look : { ...look, skin: DEFAULT_LOOK.skin };

/** `base` with what is sound in `stored`: a record from a server, a browser or a newer console may hold anything. */
export const readLook = (stored: Readonly<Record<string, unknown>>, base: Look = DEFAULT_LOOK): Look => {
  const read = (Object.keys(CHOICES) as (keyof Choices)[]).map((key) => {
    const known: readonly unknown[] = CHOICES[key];
    return [key, known.includes(stored[key]) ? stored[key] : base[key]];
  });
  return withRules(Object.fromEntries(read) as Look);
};

/** What differs between the two, as it is sent to the server. */
export const changedLook = (before: Look, after: Look): Partial<Look> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof Look] !== value));

/** How the menu stands in the window: in the side column, as a row below the app bar, or called up as a drawer. */
export type MenuPlace = 'full' | 'mini' | 'row' | 'drawer';

export const SIDE_FROM_PX = 960;
export const ROW_FROM_PX = 1264;

export const menuPlace = ({ menu, navigation }: Pick<Look, 'menu' | 'navigation'>, widthPx: number): MenuPlace => {
  if (navigation === 'hidden' || widthPx < (menu === 'horizontal' ? ROW_FROM_PX : SIDE_FROM_PX)) return 'drawer';
  return menu === 'horizontal' ? 'row' : navigation;
};
