// A configuration file of Asterisk as sections of lines, and as text. Nothing that could end a line, open a section or a
// comment, include a file or become an object of another kind can be put in: it is refused, never mended.

export interface ConfigLine {
  readonly name: string;
  readonly value: string;
  /** Written `name => value`. */
  readonly object: boolean;
}
export interface ConfigSection {
  readonly name: string;
  readonly lines: readonly ConfigLine[];
}
export interface ConfigFile {
  readonly name: string;
  readonly sections: readonly ConfigSection[];
}

export class ValueRefused extends Error {
  readonly field: string;
  readonly reason: 'characters' | 'too-long' | 'blank-edge' | 'shape';

  constructor(field: string, reason: ValueRefused['reason']) {
    super(`Not for a PBX's configuration: ${field} (${reason})`);
    this.name = 'ValueRefused';
    this.field = field;
    this.reason = reason;
  }
}

const SECTION = /^[A-Za-z0-9_.-]{1,80}$/;
/** An option, or the number of a voicemail box. */
const NAME = /^([a-z][a-z_-]{0,39}|[0-9]{2,10})$/;
/** Control characters, lone surrogates, separators that end a line for some readers, and the escape itself. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u;
/** Whatever the alphabet, four bytes a character stay below the 1024 of a manager's line. */
const LONGEST = 240;

/** @throws ValueRefused naming `name` */
export const line = (name: string, value: string | number, object = false): ConfigLine => {
  const text = String(value);
  if (!NAME.test(name)) throw new ValueRefused(name, 'shape');
  if (UNWRITABLE.test(text)) throw new ValueRefused(name, 'characters');
  if (text.length > LONGEST) throw new ValueRefused(name, 'too-long');
  // Asterisk trims values, and takes a leading `>` for the second half of `=>`.
  if (text !== text.trim() || text === '') throw new ValueRefused(name, 'blank-edge');
  if (text.startsWith('>')) throw new ValueRefused(name, 'shape');
  return { name, value: text, object };
};

/** @throws ValueRefused */
export const section = (name: string, lines: readonly ConfigLine[]): ConfigSection => {
  if (!SECTION.test(name) || name === 'general' || name === 'globals') throw new ValueRefused('section', 'shape');
  return { name, lines };
};

const lineText = ({ name, value, object }: ConfigLine): string =>
  `${name} ${object ? '=>' : '='} ${value.replaceAll(';', '\\;')}`;

/** The file as Asterisk reads it, ending in a newline. The same sections give the same bytes. */
export const configText = (file: ConfigFile): string =>
  file.sections.map((s) => `[${s.name}]\n${s.lines.map((l) => `${lineText(l)}\n`).join('')}`).join('\n');
