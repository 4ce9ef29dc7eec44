// Explains why a link failed, based on errors of the system and OpenSSL.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errorCode } from '@ringside/core/base/error-code.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import { lookupAmong } from './reach.ts';
import type { LinkSettings } from './settings.ts';

export class LinkFailure extends Error {
  readonly problem: LinkProblem;
  /** True if the PBX refused the login, so an immediate retry is pointless. */
  readonly refused: boolean;

  constructor(problem: LinkProblem, refused = false) {
    super(problem.code);
    this.name = 'LinkFailure';
    this.problem = problem;
    this.refused = refused;
  }
}

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);
/** OpenSSL errors when the other side answers in plain text. */
const PLAIN_TEXT = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_UNEXPECTED_EOF',
]);

const tlsFailure = (error: unknown, code: string, { host, port }: LinkSettings): LinkFailure | null => {
  if (UNTRUSTED.has(code)) {
    return new LinkFailure({ code: 'tls-untrusted', params: { host, reason: code }, line: null }, true);
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { cert }: { readonly cert?: { readonly subjectaltname?: unknown } } = error ?? {};
    const names = String(cert?.subjectaltname ?? '');
    return new LinkFailure({ code: 'tls-wrong-name', params: { host, names }, line: null }, true);
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return new LinkFailure({ code: 'tls-expired', params: { host }, line: null }, true);
  }
  if (PLAIN_TEXT.has(code)) {
    return new LinkFailure({ code: 'tls-not-spoken', params: { host, port }, line: 'tlsenable = yes' });
  }
  return code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS') || code === 'EPROTO'
    ? new LinkFailure({ code: 'tls-error', params: { host, reason: code }, line: null })
    : null;
};

/** Returns the failure of a socket error, during or after connecting. */
export const failureOf = (error: unknown, settings: LinkSettings): LinkFailure => {
  if (error instanceof LinkFailure) return error;
  const code = errorCode(error);
  const { host, port } = settings;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
      return new LinkFailure({ code: 'host-not-found', params: { host }, line: null });
    case 'EADDRREFUSED':
      return new LinkFailure({ code: 'address-refused', params: { host }, line: null }, true);
    case 'ECONNREFUSED':
      return new LinkFailure({ code: 'connection-refused', params: { host, port }, line: 'enabled = yes' });
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return new LinkFailure({ code: 'connection-timed-out', params: { host, port }, line: null });
    default:
      return (
        (settings.tls ? tlsFailure(error, code, settings) : null) ??
        new LinkFailure({ code: 'network-error', params: { host, port, reason: code || 'unknown' }, line: null })
      );
  }
};

/** Returns whether AMI greets there in plain text. Distinguishes a TLS failure from a port without TLS. */
export const greetsInPlainText = ({ host, port, refusedNetworks }: LinkSettings, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, lookup: lookupAmong(refusedNetworks) });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(waitMs, () => done(false));
    socket.once('data', (bytes) => done(bytes.toString('latin1', 0, 40).startsWith('Asterisk Call Manager')));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });

/** Checks whether the port speaks TLS, with any certificate. Distinguishes a silent port from one that waits for a handshake. */
export const speaksTls = ({ host, port, refusedNetworks }: LinkSettings, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTls({ host, port, lookup: lookupAmong(refusedNetworks), rejectUnauthorized: false });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(waitMs, () => done(false));
    socket.once('secureConnect', () => done(true));
    socket.once('error', () => done(false));
    socket.once('close', () => done(false));
  });
