/** Ids of what is dragged and where it may be dropped. */
export const dropId = (queue: string): string => `queue\t${queue}`;
export const dragId = (member: string): string => `member\t${member}`;

export interface Dragged {
  /** Key of the queue that it comes from. */
  readonly queue: string;
  readonly member: string;
  readonly name: string;
}
export interface Target {
  readonly queue: string;
  readonly label: string;
}
