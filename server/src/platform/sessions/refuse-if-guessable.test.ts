import { describe, expect, it } from 'vitest';
import { Refusal } from '../caller/refusal.ts';
import { refuseIfGuessable } from './refuse-if-guessable.ts';

const isRefused = (password: string): boolean => {
  try {
    refuseIfGuessable('password', password, []);
    return false;
  } catch (error) {
    return error instanceof Refusal;
  }
};

describe('a password from the list of leaked passwords', () => {
  it.each(['scoobydoo123', 'Scoobydoo2024!', 'milkshake2023', 'Buttercup1987'])(
    'is refused alone and with short additions: %s',
    (password) => expect(isRefused(password)).toBe(true),
  );

  it.each([
    'mango under the third bridge',
    'correct-horse-battery-staple',
    'kTz4 vvQm 92xP hh',
    'buttercups over wet granite',
  ])('is allowed as part of a long phrase: %s', (password) => expect(isRefused(password)).toBe(false));
});
