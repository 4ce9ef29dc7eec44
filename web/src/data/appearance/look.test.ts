import { describe, expect, it } from 'vitest';
import { changedLook, CHOICES, DEFAULT_LOOK, type Look, menuPlace, readLook } from './look.ts';

describe('readLook', () => {
  it('returns the specified defaults', () => {
    expect(readLook({})).toEqual({
      scheme: 'light',
      skin: 'default',
      width: 'full',
      appBar: 'fixed',
      blur: true,
      footer: 'static',
      menu: 'vertical',
      navigation: 'full',
      direction: 'auto',
      transition: 'scroll-x',
      hourCycle: 'auto',
    });
  });

  it.each(Object.entries(CHOICES).flatMap(([key, values]) => values.map((value) => [key, value] as const)))(
    'accepts %s: %s',
    (key, value) => expect(readLook({ [key]: value })).toEqual({ ...DEFAULT_LOOK, [key]: value }),
  );

  it.each([
    ['a value of no option', { skin: 'neon', blur: 'yes', transition: 1, appBar: null }],
    ['an option that there is not', { density: 'tight', __proto__: { skin: 'bordered' } }],
  ])('ignores %s', (_, stored) => {
    const look = readLook(stored);
    expect(Object.keys(look).sort()).toEqual(Object.keys(DEFAULT_LOOK).sort());
    expect({ ...look, skin: 'default' }).toEqual(DEFAULT_LOOK);
  });

  it('keeps the base values of options that are not stored', () => {
    const base: Look = { ...DEFAULT_LOOK, footer: 'hidden', skin: 'bordered' };
    expect(readLook({ width: 'boxed' }, base)).toEqual({ ...base, width: 'boxed' });
  });

  it('replaces the semi-dark skin in a horizontal menu, in any order of changes', () => {
    expect(readLook({ menu: 'horizontal' }, { ...DEFAULT_LOOK, skin: 'semi-dark' }).skin).toBe('default');
    expect(readLook({ skin: 'semi-dark' }, { ...DEFAULT_LOOK, menu: 'horizontal' }).skin).toBe('default');
    expect(readLook({ menu: 'horizontal', skin: 'bordered' }).skin).toBe('bordered');
  });
});

describe('changedLook', () => {
  it('returns every option that a choice changed', () => {
    const before: Look = { ...DEFAULT_LOOK, skin: 'semi-dark' };
    expect(changedLook(before, readLook({ menu: 'horizontal' }, before))).toEqual({
      menu: 'horizontal',
      skin: 'default',
    });
    expect(changedLook(before, before)).toEqual({});
  });
});

describe('menuPlace', () => {
  it.each<[Look['menu'], Look['navigation'], number, string]>([
    ['vertical', 'full', 360, 'drawer'],
    ['vertical', 'full', 959, 'drawer'],
    ['vertical', 'full', 960, 'full'],
    ['vertical', 'mini', 960, 'mini'],
    ['vertical', 'hidden', 3840, 'drawer'],
    ['horizontal', 'full', 1263, 'drawer'],
    ['horizontal', 'full', 1264, 'row'],
    ['horizontal', 'mini', 1264, 'row'],
    ['horizontal', 'hidden', 3840, 'drawer'],
  ])('%s, %s, %i px: %s', (menu, navigation, width, place) =>
    expect(menuPlace({ menu, navigation }, width)).toBe(place),
  );
});
