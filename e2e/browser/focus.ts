// Checks the visibility of the keyboard focus: WCAG 2.2, 2.4.7 (focus visible) and 2.4.11 (focus not obscured).
import type { Page } from 'playwright-core';

const TARGETS =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]:not([tabindex^="-"])';

/** Runs in the page: returns the problem of the focused element, or null. A string, because two scripts include it. */
const PROBLEM_OF = `() => {
  const e = document.activeElement;
  if (!e || e === document.body) return 'end';
  // A radio button may be hidden behind its label.
  const label = e instanceof HTMLInputElement && e.getBoundingClientRect().width < 2 ? e.labels?.[0] : null;
  const { left, right, top, bottom } = (label ?? e).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  const free = points.some(([x, y]) => {
    const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return there !== null && [e, label].some((own) => own && (own.contains(there) || there.contains(own)));
  });
  const outlined = (style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  // The outline may be on the parent, the next element or the label instead of the input, or on the ::after of a button.
  const drawn =
    [e, e.parentElement, e.nextElementSibling, label].some((one) => one && outlined(getComputedStyle(one))) ||
    outlined(getComputedStyle(e, '::after'));
  return free && drawn ? null : (free ? 'no outline' : 'covered') + ': ' + e.outerHTML.slice(0, 120);
}`;

/** Elements that scroll into view on focus are visible a frame later. */
const PAINTED = '() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/**
 * Returns the problem of the focused element: null when it is visible, `end` when the focus has left the page. A busy browser may apply
 * `:focus` some frames late, so a problem must persist for 30 checks.
 */
export const focusSeen = (page: Page): Promise<string | null> =>
  page.evaluate(`(async () => {
    const [problemOf, painted] = [${PROBLEM_OF}, ${PAINTED}];
    let said = '';
    for (let look = 0; look < 30; look++) {
      await painted();
      said = problemOf();
      if (said === null || said === 'end') break;
    }
    return said;
  })()`);

/** Focuses every focusable element of the page's main part as the keyboard would, and returns the problems. */
export const unseenFocus = async (page: Page): Promise<readonly string[]> => {
  // Browsers draw focus outlines only after keyboard use, so press a key first.
  await page.keyboard.press('Tab');
  return page.evaluate(`(async () => {
    const [problemOf, painted] = [${PROBLEM_OF}, ${PAINTED}];
    const wrong = [];
    for (const e of document.querySelectorAll('main :is(${TARGETS})')) {
      if (e.tabIndex < 0 || e.matches(':disabled') || !e.checkVisibility({ visibilityProperty: true })) continue;
      e.focus();
      if (document.activeElement !== e) continue;
      if (problemOf() === null) continue;
      await painted();
      const said = problemOf();
      // \`end\`: a live element may have disappeared meanwhile.
      if (said !== null && said !== 'end') wrong.push(said);
    }
    return wrong;
  })()`);
};
