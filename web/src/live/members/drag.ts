import { store } from '../../data/live/live.ts';

/** Ids of dragged agents and drop targets. */
export const dropId = (queue: string): string => `queue\t${queue}`;
export const dragId = (member: string): string => `member\t${member}`;

export interface Dragged {
  /** Key of the source queue. */
  readonly queue: string;
  readonly member: string;
  readonly name: string;
}
interface Target {
  readonly queue: string;
  readonly label: string;
}

interface Carrier {
  readonly data: { readonly current?: unknown };
}
/** Returns the `data` of the dragged chip's `useDraggable`. */
export const draggedOf = (active: Carrier | null): Dragged | undefined => active?.data.current as Dragged | undefined;
/** Returns the `data` of the card's `useDroppable`. */
export const targetOf = (over: Carrier | null): Target | undefined => over?.data.current as Target | undefined;

/** Returns whether an agent can move between two queues (given by key): same server and same customer. */
export const canMove = (from: string, to: string): boolean => {
  const [a, b] = [store.row('queues', from), store.row('queues', to)];
  return from !== to && a?.serverId === b?.serverId && a?.owner.customerId === b?.owner.customerId;
};
