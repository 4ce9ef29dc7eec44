// Serves the built web console: hashed files with one year of caching, the page without caching, and the page for every address of the
// console.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../caller/refusal.ts';
import { sendProblem } from './problems.ts';

const setCaching = (reply: FastifyReply, path: string): void => {
  const hashed = /[/\\]assets[/\\]/.test(path);
  void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
};

const sendPage = (reply: FastifyReply, webFolder: string): FastifyReply => {
  if (existsSync(join(webFolder, 'index.html'))) return reply.sendFile('index.html');
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web console is not built yet: npm start builds it.\n');
};

export const serveConsole = async (app: FastifyInstance, webFolder: string): Promise<void> => {
  // A missing folder would only cause a warning. The console is built before the server starts.
  if (existsSync(webFolder)) {
    await app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      // Serves only existing files. The not-found handler below answers everything else.
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: setCaching,
    });
  }
  app.get('/', (_request, reply) => sendPage(reply, webFolder));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|realtime)(\/|$)/.test(path) &&
      !/^\/assets\//.test(path) &&
      !/\.[a-z0-9]{1,8}$/i.test(path);
    return isPage ? sendPage(reply, webFolder) : sendProblem(request, reply, new Refusal('not-found'));
  });
};
