/** An AMI message: its headers by name. */
export type Block = Readonly<Record<string, string>>;

export const blocksOf = (received: string): readonly Block[] =>
  received
    .split('\r\n\r\n')
    .map((block) =>
      Object.fromEntries(block.split('\r\n').map((l) => [l.split(': ')[0], l.slice(l.indexOf(':') + 2)])),
    );
