// Socket messages for this user alone. A separate file, so that listeners do not load the live store.
import type { Message } from './socket.ts';

const PERSONAL: ReadonlySet<unknown> = new Set(['Notification', 'NotificationsRead']);

/** Receives a message, or null when the connection was interrupted and messages may be missing. */
type Listener = (message: Message | null) => void;
const listeners = new Set<Listener>();

/** Subscribes a listener. Returns a function that unsubscribes. */
export const onPersonal = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Passes personal messages to the listeners. */
export const deliverPersonal = (messages: readonly Message[]): void => {
  for (const m of messages) if (PERSONAL.has(m['Event'])) for (const listener of listeners) listener(m);
};

/** Tells the listeners that the connection was restored after an interruption. */
export const announceInterruption = (): void => {
  for (const listener of listeners) listener(null);
};
