// Tracks whether the console is reachable. Pages without live data learn this from their own requests.
import { reloadOnce } from '../base/chunk-reload.ts';
import { API_BASE } from './base.ts';

const AGAIN_MS = 3000;

let away = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const become = (next: boolean): void => {
  if (away === next) return;
  away = next;
  for (const listener of listeners) listener();
};

const answers = (): Promise<boolean> =>
  fetch(new URL('/healthz', new URL(API_BASE, location.href)), { cache: 'no-store', credentials: 'omit' }).then(
    (response) => response.ok,
    () => false,
  );

/** Polls until the console answers. */
const ask = (waitMs = AGAIN_MS): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void answers().then((is) => (is ? become(false) : ask())), waitMs);
};

/** Polls at once, at the user's request. */
export const askNow = (): void => {
  if (away) ask(0);
};

/** Marks the console as unreachable after a request without its answer (no response, or a proxy's error page). */
export const noteAway = (): void => {
  become(true);
  ask();
};

/** Returns whether a reverse proxy answered because the console behind it did not. */
const isProxyAnswer = ({ status, headers }: Response): boolean =>
  (status === 502 || status === 503 || status === 504) && !/json/.test(headers.get('content-type') ?? '');

export const noteAnswer = (response: Response): void => {
  if (isProxyAnswer(response)) noteAway();
};

export const isAway = (): boolean => away;
export const onReach = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/**
 * Handles a page chunk that failed to load. After an upgrade, one page reload loads the new chunks. While the console is unreachable, a
 * reload would fail.
 */
export const reloadForChunk = async (): Promise<boolean> => {
  if (await answers()) return reloadOnce();
  noteAway();
  return false;
};
