// Describes the look of a page as text that is the same on every machine: fixed positions and sizes, painted colors, font sizes and
// weights. Excludes pixels and text widths, because fonts differ between machines.
import type { Page } from 'playwright-core';

/** Facts to print of each part. `x` counts from the left edge of the window. */
const PARTS: readonly (readonly [name: string, selector: string, facts: string])[] = [
  ['page', 'body', 'ground ink type'],
  ['side', 'nav:has(ul)', 'x width ground'],
  ['menu entry', 'nav ul a:not([aria-current])', 'x width height radius ink type'],
  ['menu entry, here', 'nav ul a[aria-current]', 'x width height radius ground ink type'],
  ['app bar', 'body header', 'x y width height'],
  ['content', '[data-page]', 'x width'],
  ['heading', 'main h1', 'ink type'],
  ['panel', 'main section', 'ground border radius'],
  ['table heading', 'main th', 'ground ink type'],
  [
    'input',
    'main input:not([type="checkbox"]):not([type="radio"]):not([type="file"])',
    'height ground ink border radius',
  ],
  ['button', 'main button[data-variant="filled"]', 'height ground ink radius type'],
  ['plain button', 'main button[data-variant="default"]', 'height ground ink border radius type'],
  ['footer', 'footer:not(main footer)', 'x width ink type'],
];

const LOOK = `(parts) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  // The painted color, because browsers serialize colors differently.
  const colour = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const bytes = [...canvas.getImageData(0, 0, 1, 1).data];
    return bytes[3] === 0 ? 'none' : '#' + bytes.map((b) => b.toString(16).padStart(2, '0')).join('').replace(/ff$/, '');
  };
  const facts = {
    x: (_, r) => Math.round(r.left),
    y: (_, r) => Math.round(r.top),
    width: (_, r) => Math.round(r.width),
    height: (_, r) => Math.round(r.height),
    ground: (s) => colour(s.backgroundColor),
    ink: (s) => colour(s.color),
    border: (s) => parseFloat(s.borderTopWidth) === 0 ? 'none' : s.borderTopWidth + ' ' + colour(s.borderTopColor),
    radius: (s) => s.borderTopLeftRadius,
    type: (s) => s.fontSize + '/' + s.fontWeight,
  };
  return parts.flatMap(([name, selector, wanted]) => {
    const e = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (!e) return [];
    const [style, box] = [getComputedStyle(e), e.getBoundingClientRect()];
    return [name + ': ' + wanted.split(' ').map((fact) => fact + ' ' + facts[fact](style, box)).join(', ')];
  }).join('\\n') + '\\n';
}`;

export const printOf = async (page: Page): Promise<string> => {
  // Pointer and focus change colors.
  await page.mouse.move(0, 0);
  await page.evaluate('document.activeElement instanceof HTMLElement && document.activeElement.blur()');
  return page.evaluate(`(${LOOK})(${JSON.stringify(PARTS)})`);
};
