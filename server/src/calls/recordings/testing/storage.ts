// A recording server for tests. As S3 it verifies the signature (AWS Signature Version 4) and answers 403 to others; as Asterisk it
// supports neither HEAD nor ranges; as a web server it supports both.
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `s3-terse`: misreads suffix ranges as prefixes and omits the file size in refusals. */
export type Behaviour = 'ari' | 'http' | 's3' | 's3-terse' | 'http-without-ranges' | 'redirect' | 'broken';

export interface Storage {
  readonly address: string;
  /** Files by encoded path. */
  readonly files: Map<string, Buffer>;
  /** `GET /path` of every request. */
  readonly asked: string[];
  behaviour: Behaviour;
  close(): Promise<void>;
}

export const LOGIN = { username: 'console', secret: 'A+/secret=of 40' } as const;
const REGION = 'eu-west-1';

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const isSigned = (request: IncomingMessage): boolean => {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const [access, day = '', region = '', service = '', end = ''] = credential.split('/');
  if (access !== LOGIN.username || region !== REGION || service !== 's3' || !names.split(';').includes('host'))
    return false;
  const url = new URL(request.url ?? '/', 'http://x');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const canonical = [
    ...[request.method, url.pathname, query, headers.join(''), names],
    String(request.headers['x-amz-content-sha256']),
  ].join('\n');
  const scope = [day, region, service, end].join('/');
  const text = ['AWS4-HMAC-SHA256', String(request.headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const key = [day, region, service, end].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${LOGIN.secret}`,
  );
  return hmac(key, text).toString('hex') === signature;
};

const isBasic = (request: IncomingMessage): boolean =>
  request.headers.authorization === `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.secret}`).toString('base64')}`;

const send = (
  request: IncomingMessage,
  response: ServerResponse,
  file: Buffer,
  ranges: boolean,
  terse: boolean,
): void => {
  const asked = terse ? request.headers.range?.replace('=-', '=0-') : request.headers.range;
  const match = ranges ? /^bytes=(\d+)-(\d*)$/.exec(asked ?? '') : null;
  const from = Number(match?.[1] ?? 0);
  const to =
    match?.[2] === undefined || match[2] === '' ? file.length - 1 : Math.min(Number(match[2]), file.length - 1);
  if (match !== null && from >= file.length) {
    response.writeHead(416, terse ? {} : { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const part = file.subarray(from, to + 1);
  const range = match === null ? {} : { 'content-range': `bytes ${from}-${to}/${file.length}` };
  response.writeHead(match === null ? 200 : 206, { 'content-length': part.length, ...range });
  response.end(request.method === 'HEAD' ? undefined : part);
};

export const startStorage = async (): Promise<Storage> => {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    asked.push(`${request.method} ${pathname}`);
    const kind = storage.behaviour;
    const status = (code: number) => void response.writeHead(code).end();
    if (kind === 'broken') return void request.socket.destroy();
    if (kind === 'redirect') return void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    const isS3 = kind === 's3' || kind === 's3-terse';
    if (!(isS3 ? isSigned(request) : isBasic(request))) return status(isS3 ? 403 : 401);
    if (kind === 'ari' && request.method === 'HEAD') return status(405);
    if (pathname === '/ari/asterisk/info' || pathname === '/calls') return status(200);
    const key = kind === 'ari' ? pathname.replace(/\/file$/, '') : pathname;
    const file = files.get(key);
    if (file === undefined) return status(404);
    if (request.method !== 'DELETE') {
      return send(request, response, file, kind === 'http' || isS3, kind === 's3-terse');
    }
    files.delete(key);
    return status(204);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const storage: Storage = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    asked,
    behaviour: 'http',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return storage;
};
