// Parses actions of a client. Lines end with LF, with or without CR; an empty line ends the action.

export interface Request {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Returns the first header of that name, ignoring case; '' if absent. */
  readonly get: (name: string) => string;
  /** Asterisk's error message for an unreadable action; null if it is readable. */
  readonly fault: string | null;
}

const MAX_LINE = 1024;
const MAX_HEADERS = 128;

const requestOf = (lines: readonly string[], tooLong: boolean): Request => {
  // Lines after the 128th are ignored, including an ActionID.
  const headers = lines.slice(0, MAX_HEADERS).map((line) => {
    const colon = line.indexOf(':');
    return colon === -1
      ? ([line, ''] as const)
      : ([line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const);
  });
  const tooMany = lines.length > MAX_HEADERS ? 'Too many lines in message or allocation failure' : null;
  return {
    headers,
    get: (name) => headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1] ?? '',
    fault: tooLong ? 'Failed to parse message: line too long' : tooMany,
  };
};

/**
 * Returns a function that takes bytes and emits whole actions. Bytes are decoded per line, so a packet boundary cannot split a character.
 */
export const createRequestReader = (onRequest: (r: Request) => unknown): ((bytes: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let lines: string[] = [];
  let tooLong = false;
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let from = 0;
    for (;;) {
      const end = rest.indexOf(10, from);
      if (end === -1) break;
      const last = end > from && rest[end - 1] === 13 ? end - 1 : end;
      const line = rest.toString('utf8', from, last);
      if (last - from > MAX_LINE) tooLong = true;
      else if (line !== '') lines.push(line);
      from = end + 1;
      if (line !== '') continue;
      if (lines.length > 0) onRequest(requestOf(lines, tooLong));
      lines = [];
      tooLong = false;
    }
    rest = rest.subarray(from);
    if (rest.length > 65_536) rest = Buffer.alloc(0);
  };
};
