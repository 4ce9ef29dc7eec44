/** The audio codecs a line may speak, by Asterisk's names. */
export const CODECS = ['opus', 'g722', 'ulaw', 'alaw', 'g729', 'gsm'] as const;
export type Codec = (typeof CODECS)[number];
