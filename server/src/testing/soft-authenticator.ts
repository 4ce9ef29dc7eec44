// Simulates a security key for tests: creates one discoverable credential (ES256) and signs with it, as a browser would forward it.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

/** Bits of the authenticator data: user present, user verified, backup eligible, backed up, has a credential. */
const FLAGS = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, credential: 64 } as const;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

export const createSoftAuthenticator = ({ origin, rpId }: Site) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, counter: number, credential = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
  };
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  return {
    /** Returns the answer to creation options. */
    make: (
      options: { readonly challenge: string },
      but: { readonly flags?: number; readonly origin?: string } = {},
    ) => {
      const flags = but.flags ?? FLAGS.present | FLAGS.verified | FLAGS.backupEligible | FLAGS.backedUp;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authenticatorData(
        flags | FLAGS.credential,
        1,
        Buffer.concat([Buffer.alloc(16), length, id, Buffer.from(cose)]),
      );
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, but.origin ?? origin)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Returns the answer to request options. */
    use: (
      options: { readonly challenge: string },
      userId: string,
      but: { readonly counter?: number; readonly flags?: number; readonly origin?: string } = {},
    ) => {
      const flags = but.flags ?? FLAGS.present | FLAGS.verified | FLAGS.backupEligible | FLAGS.backedUp;
      const data = authenticatorData(flags, but.counter ?? 2);
      const client = clientData('webauthn.get', options.challenge, but.origin ?? origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: base64url(Buffer.from(userId)),
        },
      };
    },
  };
};
