// Page transitions: one page leaves before the next one enters. The next page loads completely before the current page starts to leave, so
// the screen is blank only during the two animations. Each page is mounted once.
import type { AnyRouter } from '@tanstack/react-router';
import { lookNow } from './layout-store.ts';
import type { Transition } from './look.ts';

export const OUT_MS = 80;
export const IN_MS = 120;
const STEP_PX = 16;

/** Start and end offsets of each transition, in steps: x along the line, y down the page. */
const WAYS: Readonly<Record<Transition, readonly [from: readonly [number, number], to: readonly [number, number]]>> = {
  'scroll-x': [
    [-1, 0],
    [1, 0],
  ],
  'scroll-x-reverse': [
    [1, 0],
    [-1, 0],
  ],
  'scroll-y': [
    [0, -1],
    [0, 1],
  ],
  'scroll-y-reverse': [
    [0, 1],
    [0, -1],
  ],
  'slide-x': [
    [-1, 0],
    [-1, 0],
  ],
  'slide-x-reverse': [
    [1, 0],
    [1, 0],
  ],
  'slide-y': [
    [0, -1],
    [0, -1],
  ],
  'slide-y-reverse': [
    [0, 1],
    [0, 1],
  ],
  fade: [
    [0, 0],
    [0, 0],
  ],
};

type Away = { readonly opacity: number; readonly transform: string };

/** Returns the start and end transforms of a page. The x axis is mirrored in right-to-left layouts. */
export const waysOf = (
  transition: Transition,
  direction: 'ltr' | 'rtl',
): { readonly from: Away; readonly to: Away } => {
  const away = ([x, y]: readonly [number, number]): Away => ({
    opacity: 0,
    transform:
      x === 0 && y === 0 ? 'none' : `translate(${x * STEP_PX * (direction === 'rtl' ? -1 : 1)}px, ${y * STEP_PX}px)`,
  });
  const [from, to] = WAYS[transition];
  return { from: away(from), to: away(to) };
};

const HERE = { opacity: 1, transform: 'none' };

const ways = (): ReturnType<typeof waysOf> =>
  waysOf(lookNow().transition, document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

const still = (): boolean => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;

const pageElement = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-page]');

/** Plays the entry animation. The customizer also uses it as a sample of the chosen transition. */
export const enterPage = (page: HTMLElement | null = pageElement()): void => {
  if (page?.isConnected && !still()) page.animate([ways().from, HERE], { duration: IN_MS, easing: 'ease-out' });
};

const leavePage = async (page: HTMLElement): Promise<Animation> => {
  const leaving = page.animate([HERE, ways().to], { duration: OUT_MS, easing: 'ease-in', fill: 'forwards' });
  // Uses a timer because browsers may delay animations in background windows.
  await new Promise((done) => setTimeout(done, OUT_MS));
  return leaving;
};

/** Animates route changes. The router shows its prepared page inside this function. Changes within the same path are not animated. */
export const installPageTransition = (router: AnyRouter): void => {
  router.startViewTransition = async (show) => {
    const page = pageElement();
    const from = router.state.resolvedLocation?.pathname;
    if (!page || from === undefined || from === router.latestLocation.pathname || still()) return show();
    const leaving = await leavePage(page);
    try {
      await show();
    } finally {
      leaving.cancel();
      enterPage(page);
    }
  };
};
