// HTTP to a host that a user configured. Like `fetch`, but it checks the resolved address against the allowed networks (SSRF).
// It follows no redirects and stores no cookies.
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { Reach } from '../../pbx/ami/reach.ts';

interface RequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}
export type Fetch = (url: string, asked: RequestOptions) => Promise<Response>;

const headersOf = (message: IncomingMessage): Headers => {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
};

const NO_BODY = new Set([204, 205, 304]);

const responseOf = (message: IncomingMessage, method: string): Response => {
  const status = message.statusCode ?? 502;
  const init = { status, headers: headersOf(message) };
  if (method !== 'HEAD' && !NO_BODY.has(status)) return new Response(Readable.toWeb(message) as ReadableStream, init);
  message.resume();
  return new Response(null, init);
};

export const createFetch =
  ({ lookup, refuse }: Reach): Fetch =>
  async (text, { method = 'GET', headers, signal }) => {
    const url = new URL(text);
    refuse(url.hostname);
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    request(url, { method, headers: { ...headers }, lookup, signal })
      .once('response', (message) => {
        try {
          resolve(responseOf(message, method));
        } catch (error) {
          message.destroy();
          reject(error);
        }
      })
      // Later errors reach the reader of the body.
      .on('error', reject)
      .end();
    return promise;
  };
