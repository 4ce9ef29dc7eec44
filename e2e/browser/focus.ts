// Where the keyboard is, seen: WCAG 2.2, 2.4.7 (an outline) and 2.4.11 (not under a bar).
import type { Page } from 'playwright-core';

const TARGETS =
  'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]:not([tabindex^="-"])';

/** Runs in the page: says what is wrong with what has the focus now, or null. As text, because two programs hold it. */
const JUDGE = `() => {
  const e = document.activeElement;
  if (!e || e === document.body) return 'end';
  // A radio button may be nothing but its label.
  const label = e instanceof HTMLInputElement && e.getBoundingClientRect().width < 2 ? e.labels?.[0] : null;
  const { left, right, top, bottom } = (label ?? e).getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y]));
  const free = points.some(([x, y]) => {
    const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
    return there !== null && [e, label].some((own) => own && (own.contains(there) || there.contains(own)));
  });
  const outlined = (style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  // An input may leave the outline to the box or the label that is drawn for it, a button to the card that it opens.
  const drawn =
    [e, e.parentElement, e.nextElementSibling, label].some((one) => one && outlined(getComputedStyle(one))) ||
    outlined(getComputedStyle(e, '::after'));
  return free && drawn ? null : (free ? 'no outline' : 'covered') + ': ' + e.outerHTML.slice(0, 120);
}`;

/** What comes into sight by being focused is there a frame later. */
const PAINTED = '() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** What has the focus now: null when it is seen, `end` when the keys have left the page. */
export const focusSeen = (page: Page): Promise<string | null> =>
  page.evaluate(`(async () => { await (${PAINTED})(); return (${JUDGE})(); })()`);

/** Everything of the page itself that the Tab key reaches, each focused in turn as keys would: what is wrong with it. */
export const unseenFocus = async (page: Page): Promise<readonly string[]> => {
  // The browser draws outlines for who uses keys: from here on, whatever is focused is drawn so.
  await page.keyboard.press('Tab');
  return page.evaluate(`(async () => {
    const [judge, painted] = [${JUDGE}, ${PAINTED}];
    const wrong = [];
    for (const e of document.querySelectorAll('main :is(${TARGETS})')) {
      if (e.tabIndex < 0 || e.matches(':disabled') || !e.checkVisibility({ visibilityProperty: true })) continue;
      e.focus();
      if (document.activeElement !== e) continue;
      if (judge() === null) continue;
      await painted();
      const said = judge();
      // It may be gone by then: what is live comes and goes.
      if (said !== null && said !== 'end') wrong.push(said);
    }
    return wrong;
  })()`);
};
