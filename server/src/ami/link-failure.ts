// Why a link could not be made or did not last, from what the system and OpenSSL say.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LinkProblem } from '@ringside/core/live/link.ts';
import { lookupAmong } from './reach.ts';
import type { LinkSettings } from './settings.ts';

export class LinkFailure extends Error {
  readonly problem: LinkProblem;
  /** True: we were told no, and trying again soon cannot help. */
  readonly refused: boolean;

  constructor(problem: LinkProblem, refused = false) {
    super(problem.code);
    this.name = 'LinkFailure';
    this.problem = problem;
    this.refused = refused;
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

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
/** What OpenSSL says when the other side answers in plain text. */
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
    const names =
      typeof error === 'object' && error !== null && 'cert' in error
        ? String((error.cert as { subjectaltname?: string }).subjectaltname ?? '')
        : '';
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

/** Of a socket that failed, connecting or later. */
export const failureOf = (error: unknown, settings: LinkSettings): LinkFailure => {
  if (error instanceof LinkFailure) return error;
  const code = codeOf(error);
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

/** Whether an AMI greets there in plain text: tells a TLS failure from a port that knows no TLS. */
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

/** Whether TLS is spoken there, whoever signed the certificate: tells a silent port from one that waits for a handshake. Sends nothing. */
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
