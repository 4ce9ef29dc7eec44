// What an accessibility checker finds on a page.
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

/** One line for each rule that is broken, with where. What is gone a moment later (a list is dimmed while it asks) is none. */
export const violations = async (page: Page): Promise<string[]> => {
  const first = await look(page);
  if (first.length === 0) return first;
  await page.waitForTimeout(1500);
  return look(page);
};

const look = async (page: Page): Promise<string[]> => {
  // A colour halfway between two themes is nobody's choice: what moves comes to its end first. Endless ones (a spinner) stay.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().endTime === Infinity),
  );
  // The page's policy allows no inline script; the debugger's own evaluation does not ask it.
  await page.evaluate(AXE);
  const result = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const said = (n: Found): string => `${n.html.slice(0, 160)} (${n.failureSummary.split('\n').at(1)?.trim()})`;
  return result.violations.map((v) => `${v.id}: ${v.nodes.map(said).join(' | ')}`);
};
