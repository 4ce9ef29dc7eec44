import { describe, expect, it } from 'vitest';
import { emergencyNumbers } from './emergency-numbers.ts';

describe('emergencyNumbers', () => {
  it.each([
    ['GB', ['112', '999']],
    ['us', ['911']],
    ['IL', ['100', '101', '102', '112']],
    ['AU', ['000']],
    ['FR', ['15', '17', '18', '112', '114', '196']],
  ])('returns the numbers of %s', (country, numbers) => {
    expect(emergencyNumbers(country)).toEqual(numbers);
  });

  it('falls back to the two numbers that the ITU recommends', () => {
    expect(emergencyNumbers('ZZ')).toEqual(['112', '911']);
    expect(emergencyNumbers('')).toEqual(['112', '911']);
    expect(emergencyNumbers('constructor')).toEqual(['112', '911']);
  });

  it('has 2 to 6 digits in every number of every country', () => {
    for (let a = 65; a <= 90; a += 1) {
      for (let b = 65; b <= 90; b += 1) {
        for (const number of emergencyNumbers(String.fromCharCode(a, b))) expect(number).toMatch(/^[0-9]{2,6}$/);
      }
    }
  });
});
