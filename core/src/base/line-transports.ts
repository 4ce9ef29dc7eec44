/** What a line's phone and its PBX talk by. `auto`: the PBX answers by whatever the phone came by. */
export const LINE_TRANSPORTS = ['auto', 'udp', 'tcp', 'tls', 'wss'] as const;
export type LineTransport = (typeof LINE_TRANSPORTS)[number];
export type TransportKind = Exclude<LineTransport, 'auto'>;

/** One that a PBX has: `[transport-tcp]` of its `pjsip.conf`. */
export interface PbxTransport {
  readonly name: string;
  readonly kind: TransportKind;
}

/** By the PBX's own word. A plain web socket is one too: what encrypts it may stand before the PBX. */
export const transportKind = (protocol: string): TransportKind | null => {
  const word = protocol.toLowerCase();
  if (word === 'ws') return 'wss';
  return LINE_TRANSPORTS.find((kind): kind is TransportKind => kind !== 'auto' && kind === word) ?? null;
};
