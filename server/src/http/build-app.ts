// The HTTP server: limits, headers, errors as problems, the console's files. Routes are added by who has them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { SessionStore } from '../sessions/store.ts';
import { createTrust } from './client-ip.ts';
import { Refusal, problemOf } from './errors.ts';
import type { Gate } from './gate.ts';
import { answerWithProblems, sendProblem } from './problems.ts';
import { serveConsole } from './serve-console.ts';

const SECONDS = 1000;

/** Inline scripts of the built page (the one that sets the colour scheme before the first paint), allowed by their hashes. */
const inlineScriptHashes = (webFolder: string): string[] => {
  let page: string;
  try {
    page = readFileSync(join(webFolder, 'index.html'), 'utf8');
  } catch {
    return [];
  }
  return [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    (match) =>
      `'sha256-${createHash('sha256')
        .update(match[1] ?? '')
        .digest('base64')}'`,
  );
};

const addSecurityHeaders = (app: FastifyInstance, config: Config) =>
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScriptHashes(config.webFolder)],
        // The component library writes style elements and attributes; scripts stay strict.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  });

interface Wire {
  readonly writable: boolean;
  end(text: string): unknown;
}

/** What is hardly HTTP never becomes a request; it gets the same kind of answer, by hand. */
const refuseConnection = (error: Error & { code?: string }, socket: Wire): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const body = JSON.stringify(problemOf(new Refusal('bad-request'), 'en'));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};

/** JSON bodies; a call without one may still say that it is JSON. `__proto__` and `constructor` keys are refused. */
const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
};

/** Other pages' scripts may call the API from the origins of the setting alone; the token travels in a header, never a cookie. */
const allowOrigins = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    credentials: false,
    methods: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key', 'accept-language'],
    exposedHeaders: [
      'etag',
      'location',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'idempotency-replayed',
    ],
    maxAge: 600,
    strictPreflight: false,
  });
};

export const buildApp = async (config: Config, sessions: SessionStore, gate: Gate): Promise<FastifyInstance> => {
  const isTrusted = createTrust(config.trustedProxies);
  const app = fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : {
            level: config.logLevel,
            // Standard output is for what scripts read (`ready:`), the log goes beside it.
            stream: process.stderr,
            serializers: {
              // Never the query: a ticket may stand in it. Never headers: the token does.
              req: (request) => ({ method: request.method, path: request.url.split('?')[0], ip: request.ip }),
            },
          },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    trustProxy: config.trustedProxies.length === 0 ? false : (address) => isTrusted(address),
    bodyLimit: 1_048_576,
    // Of a connection on which nothing moves: an import of ten thousand rows takes its time on a small machine. Who sends slowly is
    // ended by the next one.
    connectionTimeout: 600 * SECONDS,
    requestTimeout: 30 * SECONDS,
    keepAliveTimeout: 72 * SECONDS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, request, reply) => void sendProblem(request, reply, new Refusal('bad-request')),
  });
  app.decorateRequest('caller', null);
  app.decorate('sessions', sessions);
  app.decorate('gate', gate);
  app.decorate('idempotency', null);
  app.decorate('fileNews', null);
  app.decorate('contract', []);
  app.decorate('nouns', new Map());
  answerWithProblems(app);
  readJson(app);
  await addSecurityHeaders(app, config);
  await allowOrigins(app, config.corsOrigins);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
  await serveConsole(app, config.webFolder);
  return app;
};
