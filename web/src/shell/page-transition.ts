// One page leaves before the next one enters (out-in). The next page is fetched and ready before the present one begins
// to leave, so that nothing is blank for longer than the two movements; neither page is mounted twice.
import type { AnyRouter } from '@tanstack/react-router';
import { lookNow } from './layout-store.ts';
import type { Transition } from './look.ts';

export const OUT_MS = 80;
export const IN_MS = 120;
const STEP_PX = 16;

/** Where the page comes from and where it goes, in steps: along the line (x) and down the page (y). */
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

/** The page as it comes in from and as it goes out to; mirrored where one reads from right to left. */
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

/** Also the customizer's sample of the transition that was just chosen. */
export const enterPage = (page: HTMLElement | null = pageElement()): void => {
  if (page?.isConnected && !still()) page.animate([ways().from, HERE], { duration: IN_MS, easing: 'ease-out' });
};

const leavePage = async (page: HTMLElement): Promise<Animation> => {
  const leaving = page.animate([HERE, ways().to], { duration: OUT_MS, easing: 'ease-in', fill: 'forwards' });
  // By the timer, because a browser may hold animations back in a window that nobody sees.
  await new Promise((done) => setTimeout(done, OUT_MS));
  return leaving;
};

/** The router shows what it has ready inside this one function; a page whose own address changes is left alone. */
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
