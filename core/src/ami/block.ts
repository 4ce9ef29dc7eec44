// Reads headers out of one message lazily: only what is asked for is looked for, in the order that Asterisk writes it.
import { clean } from './clean.ts';

/** What a header is found by: `\r\nQueue:`. Made once, at load. */
export type Needle = `\r\n${string}:`;

export const needle = (header: string): Needle => `\r\n${header}:`;

const EVENT = 'Event: ';
const RESPONSE = 'Response: ';

const firstLine = (block: string, from: number): string => {
  const end = block.indexOf('\r\n', from);
  return end === -1 ? block.slice(from) : block.slice(from, end);
};

/** The event's name, or '' for everything that is no event. */
export const eventOf = (block: string): string => (block.startsWith(EVENT) ? firstLine(block, EVENT.length) : '');

/** `Success`, `Error`, `Goodbye`, `Follows`; '' for everything that is no response. */
export const responseOf = (block: string): string =>
  block.startsWith(RESPONSE) ? firstLine(block, RESPONSE.length) : '';

/**
 * One message. Asking in the order of the message makes one pass over it; any other order works too. Of a repeated
 * header the next one is found. The first line is no header here.
 */
export class BlockReader {
  readonly block: string;
  #cursor = 0;

  constructor(block: string) {
    this.block = block;
  }

  /** The value's bytes as they came, or null where the header is absent. */
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

  /** Clean text, '' where the header is absent. */
  text(header: Needle): string {
    const raw = this.raw(header);
    return raw === null ? '' : clean(raw);
  }

  /** A number, 0 where it is absent or none. */
  number(header: Needle): number {
    const value = Number(this.raw(header) ?? 0);
    return Number.isFinite(value) ? value : 0;
  }

  /** `1`, `true` and `yes`, as Asterisk's own ast_true. */
  flag(header: Needle): boolean {
    const raw = this.raw(header);
    return raw === '1' || (raw !== null && /^(yes|true|y|t|on)$/i.test(raw));
  }

  has(header: Needle): boolean {
    return this.block.includes(header);
  }
}
