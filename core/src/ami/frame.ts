// Cuts the bytes of an AMI session into its greeting and its messages. Works on binary text, one character a byte
// (latin1), because a string search is the fastest scanner there is and no name is ever cut inside a character:
// UTF-8 is decoded value by value in `clean.ts`. A message ends at CR LF CR LF and nowhere else: values may hold a bare LF.

export interface FrameSink {
  /** The first line, such as `Asterisk Call Manager/11.0.0`. */
  greeting(line: string): void;
  /** One message without its final empty line. */
  block(text: string): void;
  /** More than the limit without an end, here its start: no AMI, or a peer that means harm. Nothing is read after it. */
  overlong(start: string): void;
}

export interface FrameLimits {
  readonly greetingBytes: number;
  readonly blockBytes: number;
}

/** A greeting has 30 bytes; the longest message seen of Asterisk has 9 kB, command output some 100 kB. */
export const FRAME_LIMITS: FrameLimits = { greetingBytes: 256, blockBytes: 1 << 20 };

export interface Framer {
  /** Takes what came, in any cut. */
  push(chunk: string): void;
}

const CRLF = '\r\n';
const BLANK = '\r\n\r\n';
const FOLLOWS = 'Response: Follows';
/** Asterisk 13 and older end command output so; it may hold empty lines. */
const END_OF_COMMAND = '--END COMMAND--';

const endOfBlock = (text: string, from: number): number => {
  if (!text.startsWith(FOLLOWS, from)) return text.indexOf(BLANK, from);
  const mark = text.indexOf(END_OF_COMMAND + BLANK, from);
  return mark === -1 ? -1 : mark + END_OF_COMMAND.length;
};

export const createFramer = (sink: FrameSink, limits: FrameLimits = FRAME_LIMITS): Framer => {
  let greeted = false;
  let stopped = false;
  /** What came and has no end yet: kept in pieces, so that a slow trickle costs no copying. */
  let pieces: string[] = [];
  let held = 0;
  let tail = '';

  const hold = (text: string): void => {
    if (text.length === 0) return;
    pieces.push(text);
    held += text.length;
    tail = (tail + text.slice(-3)).slice(-3);
    if (held > (greeted ? limits.blockBytes : limits.greetingBytes)) {
      stopped = true;
      sink.overlong(pieces.join('').slice(0, limits.greetingBytes));
      pieces = [];
    }
  };

  /** Where the end that what is held waits for stops in the chunk, or -1. It may have begun in what is held. */
  const endIn = (chunk: string): number => {
    const end = greeted ? BLANK : CRLF;
    const astride = (tail + chunk.slice(0, 3)).indexOf(end);
    if (astride !== -1) return astride + end.length - tail.length;
    const at = chunk.indexOf(end);
    return at === -1 ? -1 : at + end.length;
  };

  const release = (more: string): string => {
    const text = pieces.join('') + more;
    pieces = [];
    held = 0;
    tail = '';
    return text;
  };

  /** Hands on every message that ends in the text, and holds the rest. */
  const read = (text: string): void => {
    let from = 0;
    if (!greeted) {
      const end = text.indexOf(CRLF);
      if (end === -1 || end > limits.greetingBytes) return hold(text);
      greeted = true;
      sink.greeting(text.slice(0, end));
      from = end + CRLF.length;
    }
    for (;;) {
      // PlayDTMF answers with an empty line too many.
      while (text.charCodeAt(from) === 13 && text.charCodeAt(from + 1) === 10) from += CRLF.length;
      const end = endOfBlock(text, from);
      if (end === -1) break;
      sink.block(text.slice(from, end));
      from = end + BLANK.length;
    }
    hold(text.slice(from));
  };

  /** A message that began in another chunk is completed by itself: the rest of the chunk is read where it lies. */
  const push = (chunk: string): void => {
    if (stopped) return;
    if (held === 0) return read(chunk);
    const end = endIn(chunk);
    if (end === -1) return hold(chunk);
    // Command output has empty lines inside: one by one they would cost a copy each.
    if (!greeted || pieces[0]?.startsWith(FOLLOWS)) return read(release(chunk));
    read(release(chunk.slice(0, end)));
    push(chunk.slice(end));
  };

  return { push };
};
