// Reads headers out of one message lazily: only what is asked for is looked for, in the order that Asterisk writes it.
import { clean, detach } from './clean.ts';

/** What a header is found by: `\r\nQueue:`. Made once, at load. */
export type Needle = `\r\n${string}:`;

export const needle = (header: string): Needle => `\r\n${header}:`;

/**
 * `text`: wanted, and comes clean. `bytes`: wanted as it came, because it may be escaped or not ASCII. `skip`: only holds
 * its place. `last`: as `text`, at the end of the run and not always there.
 */
export type Use = 'text' | 'bytes' | 'skip' | 'last';

export interface Layout {
  readonly pattern: RegExp;
  /** The wanted ones, in order. */
  readonly wanted: readonly { readonly needle: Needle; readonly use: Use }[];
}

/** A number, 0 where it is absent or none. */
export const numberOf = (text: string): number => {
  const value = Number(text);
  return Number.isFinite(value) ? value : 0;
};

/** `1`, `true` and `yes`, as Asterisk's own ast_true. */
export const flagOf = (text: string): boolean => text === '1' || /^(yes|true|y|t|on)$/i.test(text);

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
  /** A copy that holds no chunk alive: values of a layout are cut from it. */
  #owned: string | null = null;

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

  /** The value of a header that stands near the end of the message, as it came; null where it is absent. */
  rawFromEnd(header: Needle): string | null {
    const { block } = this;
    const at = block.lastIndexOf(header);
    if (at === -1) return null;
    let start = at + header.length;
    if (block.charCodeAt(start) === 32) start++;
    const end = block.indexOf('\r', start);
    return end === -1 ? block.slice(start) : block.slice(start, end);
  }

  /** The wanted values of a run of headers, from 1 on as in a match; undefined or '' where one is absent. */
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

  /** Clean text, '' where the header is absent. */
  text(header: Needle): string {
    const raw = this.raw(header);
    return raw === null ? '' : clean(raw);
  }

  /** A number, 0 where it is absent or none. */
  number(header: Needle): number {
    return numberOf(this.raw(header) ?? '');
  }

  /** `1`, `true` and `yes`, as Asterisk's own ast_true. */
  flag(header: Needle): boolean {
    return flagOf(this.raw(header) ?? '');
  }

  has(header: Needle): boolean {
    return this.block.includes(header);
  }
}
