/** Where the page's connection to the console stands. Times are epoch ms on this browser's clock. */
export type SocketState =
  /** Not begun: the first check comes a second after the start of the page. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly attempt: number; readonly renewal?: boolean }
  /** Open; the snapshots that make the state exact are not all in. */
  | { readonly kind: 'syncing'; readonly attempt: number; readonly renewal?: boolean }
  | { readonly kind: 'live' }
  /** Open, but nothing is heard and a probe is out: the network may be gone. */
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'waiting';
      readonly attempt: number;
      readonly retryAt: number;
      readonly closeCode: number;
      readonly renewal?: boolean;
    }
  /** Nothing will be tried again: signed out, not allowed, or closed in order by the console. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'signed-out' | 'forbidden' };

/** True while what is shown is what the console knows: only then may anyone act on it. */
export const isLive = (state: SocketState): boolean => state.kind === 'live';

/**
 * True while a live connection is changed for another one because the console asked for it: what may be seen has changed.
 * Nothing is lost meanwhile; the first thing that goes wrong ends it.
 */
export const isRenewal = (state: SocketState): boolean => 'renewal' in state && state.renewal === true;
