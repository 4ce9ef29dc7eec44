// Compresses JSON, CSV and text answers. Answers with secrets stay uncompressed, because their compressed length would reveal the secret to
// an attacker who controls part of the text (BREACH).
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const LEAST_BYTES = 1_024;
const TEXT = /^(application\/(problem\+)?json|text\/)/;
/** The API description is public, and its examples look like secrets. */
const PUBLIC = '/api/openapi.json';
/** A field that contains a secret. */
const SECRET =
  /"(token|ticket|secret|password|pin|otpauth[A-Za-z]*|[A-Za-z]+(Secret|Token|Password|PrivateKey))":"[^"]/;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const encodingFor = (request: FastifyRequest): 'br' | 'gzip' | null => {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const takes = (name: string): boolean =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted);
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
};

const mark = (reply: FastifyReply, encoding: string): void => {
  reply.header('content-encoding', encoding);
  reply.removeHeader('content-length');
};

export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (!request.url.startsWith('/api/') || request.method === 'HEAD' || reply.hasHeader('content-encoding'))
      return payload;
    if (!TEXT.test(String(reply.getHeader('content-type') ?? ''))) return payload;
    reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const encoding = encodingFor(request);
    if (encoding === null) return payload;
    if (payload instanceof Readable) {
      // Streams of files are not delayed for a better compression ratio.
      mark(reply, 'gzip');
      const packed = createGzip({ level: 5 });
      payload.on('error', (error) => packed.destroy(error));
      packed.on('close', () => payload.destroy());
      return payload.pipe(packed);
    }
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES) return payload;
    if (request.routeOptions.url !== PUBLIC && SECRET.test(payload)) return payload;
    mark(reply, encoding);
    return encoding === 'br'
      ? packBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : packGzip(payload, { level: 5 });
  });
};
