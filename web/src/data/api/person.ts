interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly username: string;
}

/** Returns the full name, or the user name if the user has no name. */
export const displayName = (p: Person): string => `${p.firstname} ${p.lastname}`.trim() || p.username;

/** Returns at most two letters. Splits by code point to keep surrogate pairs whole. */
export const initials = (p: Person): string => {
  const first = [...p.firstname.trim()][0];
  const last = [...p.lastname.trim()][0];
  const letters = first || last ? `${first ?? ''}${last ?? ''}` : [...p.username].slice(0, 2).join('');
  return letters.toLocaleUpperCase();
};
