import { describe, expect, it } from 'vitest';
import { passwordWeakness } from './password.ts';

const PERSON = ['dana.levi', 'dana@northwind.example', 'Dana', 'Levi', 'Northwind Travel'];

describe('passwordWeakness', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2024!',
    'qwertyuiop12',
    '123456789012',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'adminadmin12',
    'Welcome2026!!',
    'administrator',
    'letmeinletmein',
    'changeme12345',
    'qwerty123456',
    'summer2025!!',
    '1q2w3e4r5t6y',
    'iloveyou1234',
    '000000000000',
  ])('rejects %s as too easy to guess', (password) => {
    expect(passwordWeakness(password, [])).toBe('common-password');
  });

  it.each(['northwind2026', 'Dana.Levi.2026', 'levi-dana-1984!', 'NorthwindTravel1'])(
    'rejects %s because it consists of the user’s own data',
    (password) => {
      expect(passwordWeakness(password, PERSON)).toBe('context-password');
    },
  );

  it.each([
    'correct horse battery staple',
    'mango under the third bridge',
    'tr7-Lq9-vvX-02k',
    'gato azul sobre la mesa',
    'שלוש ציפורים על הגג',
    'dana likes eleven purple kites',
    'k3wB0zqu7Qm1x',
    'yellow.submarine.in.march',
  ])('accepts %s', (password) => {
    expect(passwordWeakness(password, PERSON)).toBeNull();
  });
});
