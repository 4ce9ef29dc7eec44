/** Converts a value to text. Lists of plain values are separated by semicolons, as imports read them. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(';');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};
