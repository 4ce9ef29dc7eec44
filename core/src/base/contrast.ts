// Contrast of two colors by WCAG 2.2 (relative luminance, contrast ratio). Colors are `#rrggbb`.

const linear = (byte: number): number => {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = (color: string): number => {
  const part = (at: number): number => linear(Number.parseInt(color.slice(at, at + 2), 16));
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
};

/** Returns the contrast ratio, 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** Returns white if readable, otherwise black. One of them has a ratio of at least 4.5 on every color. */
export const signOn = (ground: string): '#ffffff' | '#000000' =>
  contrast(ground, '#ffffff') >= 4.5 ? '#ffffff' : '#000000';
