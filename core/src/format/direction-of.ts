const FROM_THE_RIGHT: ReadonlySet<string> = new Set(['ar', 'he']);

/** How a language of the console is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (FROM_THE_RIGHT.has(language) ? 'rtl' : 'ltr');
