// Represents an Asterisk configuration file as sections of lines. Rejects, and never repairs, values that could end a line, open a section
// or a comment, include a file or become another kind of object.

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
/** An option name or the number of a voicemail box. */
const NAME = /^([a-z][a-z_-]{0,39}|[0-9]{2,10})$/;
/** Control characters, lone surrogates, separators that end a line for some readers, and the backslash. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\u2028\u2029\\]/u;
/** With four bytes per character this stays below the 1024 bytes of an AMI line. */
const LONGEST = 240;

/**
 * Creates a line.
 * @throws ValueRefused naming `name`
 */
export const line = (name: string, value: string | number, object = false): ConfigLine => {
  const text = String(value);
  if (!NAME.test(name)) throw new ValueRefused(name, 'shape');
  if (UNWRITABLE.test(text)) throw new ValueRefused(name, 'characters');
  if (text.length > LONGEST) throw new ValueRefused(name, 'too-long');
  // Asterisk trims values and reads a leading `>` as the second half of `=>`.
  if (text !== text.trim() || text === '') throw new ValueRefused(name, 'blank-edge');
  if (text.startsWith('>')) throw new ValueRefused(name, 'shape');
  return { name, value: text, object };
};

/**
 * Creates a section.
 * @throws ValueRefused
 */
export const section = (name: string, lines: readonly ConfigLine[]): ConfigSection => {
  if (!SECTION.test(name) || name === 'general' || name === 'globals') throw new ValueRefused('section', 'shape');
  return { name, lines };
};
