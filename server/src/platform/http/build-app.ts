// Builds the HTTP server: limits, headers, errors as problems (RFC 9457), and files for the browser. Areas add their routes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastify, { LogController } from 'fastify';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { SessionStore } from '../sessions/store.ts';
import { DatabaseUnavailable } from '../db/database-unavailable.ts';
import { createTrust, normaliseAddresses } from './client-ip.ts';
import { compressAnswers } from './compress.ts';
import { createDrain } from './drain.ts';
import { Refusal, problemOf } from '../caller/refusal.ts';
import type { Gate } from './gate.ts';
import { guardConnections, HEAD_MS, LOOK_MS, REFUSED_MS } from './guard-connections.ts';
import { answerWithProblems, sendProblem } from './problems.ts';
import { serveConsole } from './serve-console.ts';

const SECONDS = 1000;

/** Hashes that allow the inline scripts of the built page (one sets the color scheme before the first paint). */
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
        // The component library writes style elements and attributes. Inline scripts need a hash.
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
    strictTransportSecurity: config.publicUrl?.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains }
      : false,
  });

interface Wire {
  readonly writable: boolean;
  end(text: string): unknown;
  destroy(): unknown;
}

/** Answers malformed HTTP with a problem directly on the socket, because it never becomes a request. */
const refuseConnection = (error: Error & { code?: string }, socket: Wire): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const body = JSON.stringify(problemOf(new Refusal('bad-request'), 'en'));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // The client might never close its side.
  setTimeout(() => socket.destroy(), REFUSED_MS).unref();
};

/** Parses JSON bodies. Accepts an empty body with the content type JSON. Refuses the keys `__proto__` and `constructor`. */
const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
};

/** Allows scripts of other pages to call the API from the configured origins (CORS). The token is a header, never a cookie. */
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
      'ringside-state',
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
            // Scripts read standard output (`ready:`), so the log goes to standard error.
            stream: process.stderr,
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
            formatters: { level: (level) => ({ level }) },
            hooks: {
              // The database guard logs the start and the end of an outage.
              logMethod(args, method) {
                const first: unknown = args[0];
                const { err }: { readonly err?: unknown } = first ?? {};
                const error = first instanceof Error ? first : err;
                if (!(error instanceof DatabaseUnavailable)) method.apply(this, args);
              },
            },
            serializers: {
              // Logs neither query nor headers, because they may contain a ticket or token.
              req: (request) => ({ method: request.method, path: request.url.split('?')[0], ip: request.ip }),
            },
          },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    trustProxy: config.trustedProxies.length === 0 ? false : (address) => isTrusted(address),
    bodyLimit: 1_048_576,
    // Idle timeout of a connection. An import of ten thousand rows takes long on a small machine. `requestTimeout` ends slow senders.
    connectionTimeout: 600 * SECONDS,
    requestTimeout: 30 * SECONDS,
    http: { headersTimeout: HEAD_MS, connectionsCheckingInterval: LOOK_MS },
    keepAliveTimeout: 72 * SECONDS,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, request, reply) => void sendProblem(request, reply, new Refusal('bad-request')),
  });
  normaliseAddresses(app);
  guardConnections(app);
  app.decorate('drain', createDrain(app, config.statementSeconds));
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
  compressAnswers(app);
  await serveConsole(app, config.webFolder);
  return app;
};
