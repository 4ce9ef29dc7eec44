interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly username: string;
}

/** Full name, or the user name of one who has none. */
export const displayName = (p: Person): string => `${p.firstname} ${p.lastname}`.trim() || p.username;

/** At most two letters; whole characters, not halves of them. */
export const initials = (p: Person): string => {
  const first = [...p.firstname.trim()][0];
  const last = [...p.lastname.trim()][0];
  const letters = first || last ? `${first ?? ''}${last ?? ''}` : [...p.username].slice(0, 2).join('');
  return letters.toLocaleUpperCase();
};
