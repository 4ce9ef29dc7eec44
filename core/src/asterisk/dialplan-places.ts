/** The dialplan context of all trunks. */
export const TRUNKS_CONTEXT = 'ringside-trunks';
/**
 * Returns the number of a dialplan extension. `v201` and `x201` are the voicemail box and the line 201. Returns '' for internal extensions
 * (trunks, queues, groups of phones), which channels have when no number was dialed.
 */
export const numberAt = (exten: string): string => {
  if (exten === 's' || /^[a-z][0-9a-f]{32}$/.test(exten)) return '';
  return /^[vx]([0-9]{2,10})$/.exec(exten)?.[1] ?? exten;
};
/** Dialplan context of channels that watch a carrier for an answer. They belong to no call. */
export const WATCH_CONTEXT = 'ringside-watch';
export const WATCH_CHANNEL = `Local/s@${WATCH_CONTEXT}`;
export const isWatch = (channel: string): boolean => channel.startsWith(WATCH_CHANNEL);
