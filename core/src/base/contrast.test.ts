import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, signOn } from './contrast.ts';

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe('contrast', () => {
  it('matches the WCAG values', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#ffffff', '#1d4ed8')).toBeCloseTo(6.7, 1);
  });

  it('of the sign is at least 4.5 on every color', () => {
    fc.assert(fc.property(color, (ground) => contrast(ground, signOn(ground)) >= 4.5));
    expect(signOn('#ffe100')).toBe('#000000');
    expect(signOn('#1d4ed8')).toBe('#ffffff');
  });
});
