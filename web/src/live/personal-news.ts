// What the socket brings for this person alone. A file of its own: whoever only listens does not load the live side.
import type { Message } from './socket.ts';

const PERSONAL: ReadonlySet<unknown> = new Set(['Notification', 'NotificationsRead']);

/** null: the connection was interrupted, and something may have been missed. */
type Listener = (message: Message | null) => void;
const listeners = new Set<Listener>();

/** Returns its own undo. */
export const onPersonal = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Hands over those of the messages that are personal. */
export const tellPersonal = (messages: readonly Message[]): void => {
  for (const m of messages) if (PERSONAL.has(m['Event'])) for (const listener of listeners) listener(m);
};

/** A connection stands again after one was lost. */
export const tellInterrupted = (): void => {
  for (const listener of listeners) listener(null);
};
