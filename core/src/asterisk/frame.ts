// Splits the bytes of an AMI session into greeting and messages. Works on binary text with one character per byte (latin1), because string
// search is the fastest scanner and never splits a multi-byte name. `clean.ts` decodes UTF-8 value by value. Only CR LF CR LF ends a
// message, because values may contain a bare LF.

interface FrameSink {
  /** The first line, such as `Asterisk Call Manager/11.0.0`. */
  greeting(line: string): void;
  /** One message without its final empty line. */
  block(text: string): void;
  /** More bytes than the limit without an end; `start` is their beginning. The peer is not AMI or is hostile. Nothing is read after it. */
  overlong(start: string): void;
}

export interface FrameLimits {
  readonly greetingBytes: number;
  readonly blockBytes: number;
}

/** A greeting has 30 bytes. The longest Asterisk message seen has 9 kB, command output about 100 kB. */
const FRAME_LIMITS: FrameLimits = { greetingBytes: 256, blockBytes: 1 << 20 };

interface Framer {
  /** Accepts received bytes, split at any position. */
  push(chunk: string): void;
}

const CRLF = '\r\n';
const BLANK = '\r\n\r\n';
const FOLLOWS = 'Response: Follows';
/** Asterisk 13 and older end command output with this line. The output may contain empty lines. */
const END_OF_COMMAND = '--END COMMAND--';

const endOfBlock = (text: string, from: number): number => {
  if (!text.startsWith(FOLLOWS, from)) return text.indexOf(BLANK, from);
  const mark = text.indexOf(END_OF_COMMAND + BLANK, from);
  return mark === -1 ? -1 : mark + END_OF_COMMAND.length;
};

export const createFramer = (sink: FrameSink, limits: FrameLimits = FRAME_LIMITS): Framer => {
  let greeted = false;
  let stopped = false;
  /** Received data without an end, kept in pieces so that slow arrival causes no copying. */
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

  /** Returns the index after the awaited end in the chunk, or -1. The end may have begun in the held data. */
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

  /** Passes on every complete message and holds the rest. */
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
      // PlayDTMF answers with an extra empty line.
      while (text.charCodeAt(from) === 13 && text.charCodeAt(from + 1) === 10) from += CRLF.length;
      const end = endOfBlock(text, from);
      if (end === -1) break;
      sink.block(text.slice(from, end));
      from = end + BLANK.length;
    }
    hold(text.slice(from));
  };

  /** Completes a message that began in an earlier chunk, then reads the rest of the chunk in place. */
  const push = (chunk: string): void => {
    if (stopped) return;
    if (held === 0) return read(chunk);
    const end = endIn(chunk);
    if (end === -1) return hold(chunk);
    // Command output contains empty lines. Handling them one by one would copy the data each time.
    if (!greeted || pieces[0]?.startsWith(FOLLOWS)) return read(release(chunk));
    read(release(chunk.slice(0, end)));
    push(chunk.slice(end));
  };

  return { push };
};
