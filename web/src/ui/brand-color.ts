/** Named colors that a customer can choose. */
export const NAMED_COLORS: Readonly<Record<string, string>> = {
  indigo: '#3730a3',
  blue: '#1d4ed8',
  teal: '#0f766e',
  green: '#15803d',
  amber: '#b45309',
  red: '#b91c1c',
  pink: '#be185d',
  slate: '#334155',
};

/** Returns the color, or undefined for the product's own. */
export const brandColor = (name: string): string | undefined => (name.startsWith('#') ? name : NAMED_COLORS[name]);
