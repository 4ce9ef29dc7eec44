// Reads form field values of unknown type as text.

export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
