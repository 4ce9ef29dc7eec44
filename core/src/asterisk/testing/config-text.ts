import type { ConfigFile, ConfigLine } from '../config-file.ts';

const lineText = ({ name, value, object }: ConfigLine): string =>
  `${name} ${object ? '=>' : '='} ${value.replaceAll(';', '\\;')}`;

/** Returns the file as Asterisk reads it, ending in a newline. Equal sections give equal bytes. */
export const configText = (file: ConfigFile): string =>
  file.sections.map((s) => `[${s.name}]\n${s.lines.map((l) => `${lineText(l)}\n`).join('')}`).join('\n');
