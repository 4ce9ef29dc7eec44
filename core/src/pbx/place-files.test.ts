import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { line, section } from '../asterisk/config-file.ts';
import type { ConfigFile } from '../asterisk/config-file.ts';
import { LINES_IN_FILE, partName, placeFile } from './place-files.ts';
import { objectText, objectsOf } from './pbx-objects.ts';

const FILE = 'ringside_endpoints.conf';
const phones = (count: number, lines = 20): ConfigFile => ({
  name: FILE,
  sections: Array.from({ length: count }, (_, i) =>
    section(
      `acme-${1000 + i}`,
      Array.from({ length: lines }, () => line('allow', 'ulaw')),
    ),
  ),
});
const context = (extensions: readonly number[]): ConfigFile => ({
  name: 'ringside_extensions.conf',
  sections: [
    section(
      'acme-out',
      extensions.flatMap((n) => [
        line('exten', `${n},1,Dial(PJSIP/${n})`, true),
        line('exten', `${n},n,Hangup()`, true),
      ]),
    ),
  ],
});
const names = (parts: readonly ConfigFile[]) => parts.flatMap((part) => part.sections.map((s) => s.name));
const lengthOf = (part: ConfigFile) => part.sections.reduce((sum, s) => sum + s.lines.length, 0);

describe('placeFile', () => {
  it('keeps a short file in one part and splits a long one', () => {
    expect(placeFile(phones(10), [], false).map((part) => part.name)).toEqual([FILE]);
    const parts = placeFile(phones(2000), [], false);
    expect(parts.map((part) => part.name)).toContain(partName(FILE, 2));
    expect(new Set(names(parts)).size).toBe(2000);
    for (const part of parts) expect(lengthOf(part)).toBeLessThanOrEqual(LINES_IN_FILE);
  });

  it('keeps every section in its file when others are added or removed', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.nat(120), (first, then) => {
        const before = placeFile(phones(first), [], false);
        const after = placeFile(phones(then), before, false);
        expect(after.length).toBeGreaterThanOrEqual(before.length);
        before.forEach((part, i) => {
          const stays = new Set(names([after[i] ?? part]));
          for (const s of part.sections) if (names(after).includes(s.name)) expect(stays).toContain(s.name);
        });
        expect(names(after).length).toBe(then);
      }),
    );
  });

  it('splits a long context only between extensions and keeps the same object', () => {
    const file = context(Array.from({ length: 900 }, (_, i) => 1000 + i));
    const parts = placeFile(file, [], true);
    expect(parts.length).toBeGreaterThan(1);
    const whole = [...objectsOf([file]).values()].map(objectText);
    expect([...objectsOf(parts).values()].map(objectText)).toEqual(whole);
    for (const part of parts) {
      for (const s of part.sections) {
        const extensions = s.lines.map((l) => l.value.split(',')[0]);
        expect(extensions.length).toBe(2 * new Set(extensions).size);
      }
    }
    // After removing a middle extension, only its file changes.
    const fewer = placeFile(
      context(Array.from({ length: 900 }, (_, i) => 1000 + i).filter((n) => n !== 1450)),
      parts,
      true,
    );
    expect(fewer.filter((part, i) => JSON.stringify(part) !== JSON.stringify(parts[i]))).toHaveLength(1);
  });

  it('empties parts without sections', () => {
    const parts = placeFile(phones(100), [], false);
    expect(placeFile({ name: FILE, sections: [] }, parts, false)).toEqual(
      parts.map(({ name }) => ({ name, sections: [] })),
    );
  });
});
