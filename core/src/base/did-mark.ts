// The number of the house that was called from outside, in the user field of the call's record: `did:+442079460100`. Asterisk's own
// `dst` is what the dialplan dialled last, which is the number outside where a line forwards there.

/** `number`: digits, in international form without a plus. */
export const didMark = (number: string): string => `did:+${number}`;

/** Asterisk joins the fields of both parties with a semicolon. */
const MARKED = /(?:^|;)did:(\+?[0-9]{3,20})(?:;|$)/;

/** As it was written, or null. */
export const markedDid = (userField: string): string | null => MARKED.exec(userField)?.[1] ?? null;
