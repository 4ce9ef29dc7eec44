/** The audio codecs that a line may use, by Asterisk's names. */
export const CODECS = ['opus', 'g722', 'ulaw', 'alaw', 'g729', 'gsm'] as const;
export type Codec = (typeof CODECS)[number];
