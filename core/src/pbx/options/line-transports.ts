/** Transport between a line's phone and the PBX server. `auto`: the PBX server answers on the transport that the phone used. */
export const LINE_TRANSPORTS = ['auto', 'udp', 'tcp', 'tls', 'wss'] as const;
export type LineTransport = (typeof LINE_TRANSPORTS)[number];
export type TransportKind = Exclude<LineTransport, 'auto'>;

/** How a line's media is encrypted. `auto`: SDES over TLS, DTLS for browser phones, nothing otherwise. */
export const MEDIA_ENCRYPTIONS = ['auto', 'off', 'sdes', 'dtls'] as const;
export type MediaEncryption = (typeof MEDIA_ENCRYPTIONS)[number];

/** A transport of a PBX server, such as `[transport-tcp]` of its `pjsip.conf`. */
export interface PbxTransport {
  readonly name: string;
  readonly kind: TransportKind;
}

/** Maps Asterisk's protocol name. A plain web socket counts as wss, because a proxy in front of the PBX server may encrypt it. */
export const transportKind = (protocol: string): TransportKind | null => {
  const word = protocol.toLowerCase();
  if (word === 'ws') return 'wss';
  return LINE_TRANSPORTS.find((kind): kind is TransportKind => kind !== 'auto' && kind === word) ?? null;
};
