import type { FlowStop } from '@ringside/core/contract/routing/did.ts';
import { expect, it } from 'vitest';
import { type DrawnStop, drawStops } from './draw-stops.ts';

/** Parses one stop per line, such as `a: open>b closed>c`. */
const stopsOf = (way: string): FlowStop[] =>
  way
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [key = '', steps = ''] = line.split(':');
      const next = steps
        .trim()
        .split(' ')
        .filter((step) => step !== '')
        .map((step) => ({ when: step.split('>')[0] ?? '', to: step.split('>')[1] ?? '' }));
      return { key, kind: 'queue', id: key, name: key, next };
    });

/** Formats a tree as `a(open>b, closed>c(…))`. `^a`: a reference to a stop drawn elsewhere. */
const textOf = ({ stop, when, back, next }: DrawnStop): string =>
  `${when === null ? '' : `${when}>`}${back ? '^' : ''}${stop.key}${next.length === 0 ? '' : `(${next.map(textOf).join(', ')})`}`;

it.each([
  ['one after the other', 'a: then>b\nb: then>c\nc:', 'a(then>b(then>c))'],
  ['what ends the call as often as it is led to', 'a: open>z closed>z\nz:', 'a(open>z, closed>z)'],
  [
    'two ways that meet, followed on the first',
    'a: 1>b 2>c\nb: then>d\nc: then>d\nd: then>e\ne:',
    'a(1>b(then>d(then>e)), 2>c(then>^d))',
  ],
  ['a way back to the start', 'a: then>b\nb: 9>a', 'a(then>b(9>^a))'],
  ['a stop that leads to itself', 'a: full>a timeout>b\nb:', 'a(full>^a, timeout>b)'],
  ['a step to nowhere left out', 'a: 1>x 2>b\nb:', 'a(2>b)'],
])('draws %s', (_, way, drawn) => {
  const stops = stopsOf(way);
  const tree = drawStops(stops);
  expect(tree === null ? null : textOf(tree)).toBe(drawn);
  // Drawing again gives the same result.
  expect(drawStops(stops)).toEqual(tree);
});

it('returns null without stops', () => {
  expect(drawStops([])).toBeNull();
});
