// WCAG 2.2, 1.4.3: text needs a contrast of 4.5:1 with its background, in both color schemes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

const scheme = (name: string): ReadonlyMap<string, string> => {
  const block = new RegExp(`data-mantine-color-scheme='${name}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? '', m[2] ?? '']));
};

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

const STATUSES = ['ok', 'busy', 'warn', 'bad', 'hold', 'idle', 'accent'];
const GROUNDS = ['page', 'surface', 'surface-sunken', 'hover'];
const PAIRS = [
  ...['text', 'text-dim', 'text-faint', ...STATUSES].flatMap((t) => GROUNDS.map((g) => [t, g] as const)),
  ...STATUSES.map((s) => [s, `${s}-soft`] as const),
  ['on-accent', 'accent'] as const,
];

describe.each(['light', 'dark'])('%s', (name) => {
  const colours = scheme(name);
  it.each(PAIRS)('%s on %s has enough contrast', (text, ground) => {
    const [a, b] = [colours.get(text), colours.get(ground)];
    expect([a, b]).not.toContain(undefined);
    expect(contrast(a ?? '', b ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});
