import { describe, expect, it } from 'vitest';
import { displayName, initials } from './person.ts';

describe.each([
  [{ firstname: 'Noa', lastname: 'Ben-David', username: 'noa' }, 'Noa Ben-David', 'NB'],
  [{ firstname: '', lastname: '', username: 'wall.1' }, 'wall.1', 'WA'],
  [{ firstname: 'דנה', lastname: 'לוי', username: 'dana' }, 'דנה לוי', 'דל'],
  [{ firstname: '𝒜da', lastname: '', username: 'ada' }, '𝒜da', '𝒜'],
])('%o', (person, name, letters) => {
  it('returns the display name', () => expect(displayName(person)).toBe(name));
  it('returns the initials', () => expect(initials(person)).toBe(letters));
});
