// Extracts data from channel names.

/** Returns the device, such as `PJSIP/acme-101` of `PJSIP/acme-101-0000001f`. */
export const deviceOfChannel = (channel: string): string => channel.replace(/-[0-9a-f]{8}(;[12])?$/i, '');
export const isLocal = (channel: string): boolean => channel.startsWith('Local/');

/** Returns `101` of `PJSIP/acme-101` and of `Local/101@acme-agents`, or the device's name without a number. */
export const extensionOf = (device: string): string => {
  const peer = device.slice(device.indexOf('/') + 1).split('@')[0] ?? '';
  return /(?:^|[-_])(\d{2,6})$/.exec(peer)?.[1] ?? peer;
};

/** Represents the other party of a call between two customers, of which only a public number is known. */
const PUBLIC = 'Public/';
export const publicChannel = (number: string): string => `${PUBLIC}${number}-00000000`;
/** Returns the number such as `+442079460100`, or `null` for a channel of the PBX server. */
export const publicNumberOf = (channel: string): string | null => {
  if (!channel.startsWith(PUBLIC)) return null;
  const number = deviceOfChannel(channel).slice(PUBLIC.length);
  return number === '' ? '' : `+${number}`;
};
export const isPublic = (channel: string): boolean => channel.startsWith(PUBLIC);
