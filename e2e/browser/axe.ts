// Runs the accessibility checker axe on a page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Found {
  readonly html: string;
  readonly failureSummary: string;
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly Found[] }[];
}

/**
 * Returns one line per violated rule, with the elements. Ignores violations that disappear a moment later, such as in a list dimmed while
 * it loads.
 */
export const violations = async (page: Page): Promise<string[]> => {
  const first = await look(page);
  if (first.length === 0) return first;
  await page.waitForTimeout(1500);
  return look(page);
};

const look = async (page: Page): Promise<string[]> => {
  // Waits for the end of animations, because colors between two themes have no contrast guarantee. Ignores endless animations (spinners).
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().endTime === Infinity),
  );
  // The page's policy forbids inline scripts, but does not apply to evaluation by the debugger.
  await page.evaluate(AXE);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const said = (n: Found): string => `${n.html.slice(0, 160)} (${n.failureSummary.split('\n').at(1)?.trim()})`;
  return result.violations.map((v) => `${v.id}: ${v.nodes.map(said).join(' | ')}`);
};
