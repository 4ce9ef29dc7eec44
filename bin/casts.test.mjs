// Counts type casts (`x as T`) in production code. A cast hides errors from the compiler, so their number may only decrease.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from './set-up.mjs';

/** Lower this number when you remove casts. A new cast needs another one removed: narrow, annotate, or use `core/src/base/keys-of.ts`. */
const MOST_CASTS = 157;

const isTest = (file) => /\.(test|spec)\.tsx?$|\.bench\.ts$|(^|\/)(testing|test|tests|fixtures)\//.test(file);

const castsIn = (file, text) => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  let found = 0;
  const walk = (node) => {
    if (ts.isAsExpression(node) && node.type.getText(source) !== 'const') found += 1;
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
};

it(`are at most ${MOST_CASTS}`, () => {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /^(core|server|web)\/src\/.*\.tsx?$/.test(file) && !isTest(file));
  const counts = files.map((file) => [file, castsIn(file, readFileSync(join(root, file), 'utf8'))]);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  expect(total).toBeLessThanOrEqual(MOST_CASTS);
});

it('`as const` and `satisfies` do not count as casts', () => {
  expect(castsIn('a.ts', 'const a = b as unknown as C; const d = [1] as const; const e = f satisfies G;')).toBe(2);
});
