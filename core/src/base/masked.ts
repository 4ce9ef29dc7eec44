/** What stands where something is withheld. */
export const MASKED = '***';
