// Reading actions from a client: lines ended by LF with or without CR, an empty line ends the action.

export interface Request {
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** First header of that name, whatever its case; '' when absent. */
  readonly get: (name: string) => string;
}

const MAX_LINE = 1024;
export const MAX_HEADERS = 128;

const requestOf = (lines: readonly string[]): Request => {
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return colon === -1
      ? ([line, ''] as const)
      : ([line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const);
  });
  return {
    headers,
    get: (name) => headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1] ?? '',
  };
};

/** Feed it bytes; it hands over whole actions. Bytes are decoded per line, so a character cut by a packet stays whole. */
export const createRequestReader = (onRequest: (r: Request) => unknown): ((bytes: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  let lines: string[] = [];
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let from = 0;
    for (;;) {
      const end = rest.indexOf(10, from);
      if (end === -1) break;
      const line = rest.toString('utf8', from, end > from && rest[end - 1] === 13 ? end - 1 : end);
      from = end + 1;
      if (line !== '') {
        if (line.length <= MAX_LINE) lines.push(line);
        continue;
      }
      if (lines.length > 0) onRequest(requestOf(lines));
      lines = [];
    }
    rest = rest.subarray(from);
    if (rest.length > 65_536) rest = Buffer.alloc(0);
  };
};
