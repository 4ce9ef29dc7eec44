/** State of the page's connection to the console. Times are epoch ms on this browser's clock. */
export type SocketState =
  /** Not started: the first check runs one second after the page load. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly attempt: number; readonly renewal?: boolean }
  /** Open, but not all initial snapshots have arrived. */
  | { readonly kind: 'syncing'; readonly attempt: number; readonly renewal?: boolean }
  | { readonly kind: 'live' }
  /** Open, but no data arrives and a probe is pending. The network may be down. */
  | { readonly kind: 'silent' }
  | {
      readonly kind: 'waiting';
      readonly attempt: number;
      readonly retryAt: number;
      readonly closeCode: number;
      readonly renewal?: boolean;
    }
  /** No further attempts: signed out, not allowed, or closed normally by the console. */
  | { readonly kind: 'ended'; readonly reason: 'closed' | 'signed-out' | 'forbidden' | 'origin' };

/** True while the shown state is current. Actions are allowed only then. */
export const isLive = (state: SocketState): boolean => state.kind === 'live';

/**
 * True while the console replaces the live connection because permissions changed. No data is lost meanwhile. Any error ends the renewal.
 */
export const isRenewal = (state: SocketState): boolean => 'renewal' in state && state.renewal === true;
