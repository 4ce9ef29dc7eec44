// Control characters would break lines and keys. Bidirectional controls in a caller's name could reverse the surrounding text.
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes control characters and bidirectional controls. */
const stripControls = (text: string): string => text.replace(UNSEEN, '');

/** Returns a caller's number or name for display, without quotes, angle brackets and control characters. `unknown` becomes empty. */
export const cleanCallerId = (text: string): string => {
  const clean = stripControls(text).replace(/["<>]/g, '').trim();
  return clean.toLowerCase() === 'unknown' ? '' : clean;
};
