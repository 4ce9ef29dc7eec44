// Reads the headers of one message on demand. Reading is fastest in the order in which Asterisk writes the headers.
import { clean, detach } from './clean.ts';

/**
 * Search text of a header (`\r
 * Queue:`), created once at load.
 */
export type Needle = `\r\n${string}:`;

export const needle = (header: string): Needle => `\r\n${header}:`;

/**
 * `text`: cleaned value. `bytes`: raw value, because it may be escaped or non-ASCII. `skip`: only a placeholder. `last`: like `text`,
 * optional, at the end of the run.
 */
export type Use = 'text' | 'bytes' | 'skip' | 'last';

export interface Layout {
  readonly pattern: RegExp;
  /** The headers to return, in order. */
  readonly wanted: readonly { readonly needle: Needle; readonly use: Use }[];
}

/** Returns the number, or 0 when it is missing or invalid. */
export const numberOf = (text: string): number => {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
};

/** Returns true for `1`, `true`, `yes` and the other values of Asterisk's ast_true. */
export const flagOf = (text: string): boolean => text === '1' || /^(yes|true|y|t|on)$/i.test(text);

const EVENT = 'Event: ';
const RESPONSE = 'Response: ';

const firstLine = (block: string, from: number): string => {
  const end = block.indexOf('\r\n', from);
  return end === -1 ? block.slice(from) : block.slice(from, end);
};

/** Returns the event's name, or '' for other messages. */
export const eventOf = (block: string): string => (block.startsWith(EVENT) ? firstLine(block, EVENT.length) : '');

/** Returns `Success`, `Error`, `Goodbye` or `Follows`, or '' for other messages. */
export const responseOf = (block: string): string =>
  block.startsWith(RESPONSE) ? firstLine(block, RESPONSE.length) : '';

/**
 * Reads one message. Reading in message order makes a single pass; any other order works too. For a repeated header, finds the next
 * occurrence. The first line does not count as a header.
 */
export class BlockReader {
  readonly block: string;
  #cursor = 0;
  /** A copy that does not keep the received chunk in memory. Layout values are cut from it. */
  #owned: string | null = null;

  constructor(block: string) {
    this.block = block;
  }

  /** Returns the raw value, or `null` when the header is missing. */
  raw(header: Needle): string | null {
    const { block } = this;
    let at = block.indexOf(header, this.#cursor);
    if (at === -1 && this.#cursor > 0) at = block.indexOf(header);
    if (at === -1) return null;
    let start = at + header.length;
    if (block.charCodeAt(start) === 32) start++;
    let end = block.indexOf('\r\n', start);
    if (end === -1) end = block.length;
    this.#cursor = end;
    return block.slice(start, end);
  }

  /** Returns the raw value of a header near the end of the message, or `null` when it is missing. */
  rawFromEnd(header: Needle): string | null {
    const { block } = this;
    const at = block.lastIndexOf(header);
    if (at === -1) return null;
    let start = at + header.length;
    if (block.charCodeAt(start) === 32) start++;
    const end = block.indexOf('\r', start);
    return end === -1 ? block.slice(start) : block.slice(start, end);
  }

  /** Returns the values of a run of headers, starting at index 1 as in a regex match. Missing values are undefined or ''. */
  values(layout: Layout): readonly (string | undefined)[] {
    this.#owned ??= detach(this.block);
    const found = layout.pattern.exec(this.#owned);
    if (found !== null) {
      this.#cursor = found.index + found[0].length;
      return found;
    }
    const read = layout.wanted.map(({ needle: n, use }) => {
      const raw = this.raw(n) ?? '';
      return use === 'bytes' ? raw : clean(raw);
    });
    return ['', ...read];
  }

  /** Returns the cleaned text, or '' when the header is missing. */
  text(header: Needle): string {
    const raw = this.raw(header);
    return raw === null ? '' : clean(raw);
  }

  /** Returns the number, or 0 when it is missing or invalid. */
  number(header: Needle): number {
    return numberOf(this.raw(header) ?? '');
  }

  /** Returns true for `1`, `true`, `yes` and the other values of Asterisk's ast_true. */
  flag(header: Needle): boolean {
    return flagOf(this.raw(header) ?? '');
  }

  has(header: Needle): boolean {
    return this.block.includes(header);
  }
}
