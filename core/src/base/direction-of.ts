const FROM_THE_RIGHT: ReadonlySet<string> = new Set(['ar', 'he']);

/** Returns the writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr');
