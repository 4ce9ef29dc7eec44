/** Replaces each `{name}` or `{{name}}` (the web app's form) with its value, or with nothing if there is none. */
export const fillIn = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{?\{(\w+)\}\}?/g, (_, name: string) => String(values[name] ?? ''));
