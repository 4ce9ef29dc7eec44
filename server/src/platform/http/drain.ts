// Shuts down the API: refuses new requests, lets running requests finish within the grace period, and rolls back the rest.
import type { FastifyInstance } from 'fastify';
import type { Route } from '@ringside/core/contract/route.ts';
import { workScope } from '../db/work-scope.ts';
import type { StatementLimits, WorkScope } from '../db/work-scope.ts';
import { Refusal } from '../caller/refusal.ts';

export interface Drain {
  /** Refuses new requests from now on. `/readyz` answers 503. */
  begin(): void;
  isDraining(): boolean;
  /** Returns the number of running requests. */
  running(): number;
  /** Resolves to true when no request runs, or to false after `ms`. */
  idle(ms: number): Promise<boolean>;
  /** Refuses further statements of running requests, so that their transactions roll back. */
  abort(): void;
  /** Runs a part of a request within its scope. */
  run<T>(route: Route, work: () => Promise<T>): Promise<T>;
  /** Yields the same pieces, each read within the limits of the route. */
  within<T>(route: Route, pieces: AsyncIterable<T>): AsyncIterable<T>;
}

type TimedRoute = Pick<Route, 'path' | 'file' | 'bodyType'>;

/** Reports, exports and imports read or write many rows in one statement. */
const isLong = ({ path, file, bodyType }: TimedRoute): boolean =>
  file !== undefined || bodyType !== undefined || path.startsWith('/reports') || path.endsWith('/import');

const LONG_FACTOR = 5;

/** `seconds`: time limit for a statement of an ordinary request. */
export const limitsOf = (route: TimedRoute, seconds: number): StatementLimits => ({
  statementMs: seconds * 1000 * (isLong(route) ? LONG_FACTOR : 1),
  lockMs: seconds * 250,
});

const RETRY_SECONDS = 5;

export const createDrain = (app: FastifyInstance, statementSeconds: number): Drain => {
  /** Number of requests whose answer is not completely sent. */
  let running = 0;
  let draining = false;
  let whenIdle: (() => void) | null = null;
  const scopes = new Set<WorkScope>();

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    if (draining) {
      reply.header('connection', 'close');
      throw new Refusal('shutting-down', { retryAfterSeconds: RETRY_SECONDS });
    }
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
      if (running === 0) whenIdle?.();
    });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close');
  });
  return {
    begin: () => {
      draining = true;
    },
    isDraining: () => draining,
    running: () => running,
    idle: (ms) => {
      if (running === 0 && scopes.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const late = setTimeout(() => resolve(false), ms);
        whenIdle = () => {
          if (running > 0 || scopes.size > 0) return;
          clearTimeout(late);
          resolve(true);
        };
      });
    },
    abort: () => {
      for (const scope of scopes) scope.aborted = true;
    },
    run: async (route, work) => {
      const scope: WorkScope = { aborted: false, limits: limitsOf(route, statementSeconds) };
      scopes.add(scope);
      try {
        return await workScope.run(scope, work);
      } finally {
        scope.limits = null;
        scopes.delete(scope);
        whenIdle?.();
      }
    },
    within: (route, pieces) => ({
      [Symbol.asyncIterator]: () => {
        const scope: WorkScope = { aborted: false, limits: limitsOf(route, statementSeconds) };
        const iterator = pieces[Symbol.asyncIterator]();
        return {
          next: () => workScope.run(scope, () => iterator.next()),
          return: async () => {
            await iterator.return?.();
            return { done: true, value: undefined };
          },
        };
      },
    }),
  };
};
