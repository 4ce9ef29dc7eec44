// Serves liveness, readiness and metrics for monitoring, without a session because they contain no customer data.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../caller/refusal.ts';
import type { Metrics } from './metrics.ts';

/** Readiness checks by name. */
export type ReadyChecks = Readonly<Record<string, () => Promise<boolean>>>;

/** Returns problems that do not prevent the console from serving. */
export type ReadyWarnings = () => Readonly<Record<string, number>>;

const CHECK_MS = 3000;

const within = (check: () => Promise<boolean>): Promise<boolean> =>
  Promise.race([
    check().catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), CHECK_MS).unref()),
  ]);

/** `mayRead` returns whether the request may read the metrics. */
export const registerHealth = (
  app: FastifyInstance,
  checks: ReadyChecks,
  warnings: ReadyWarnings,
  metrics: Metrics,
  mayRead: (request: IncomingMessage) => boolean,
): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
    );
    const draining = app.drain.isDraining();
    const ready = !draining && results.every(([, good]) => good);
    const warned = warnings();
    return reply.code(ready ? 200 : 503).send({
      status: draining ? 'shutting-down' : ready ? 'ready' : 'not-ready',
      checks: Object.fromEntries(results),
      ...(Object.keys(warned).length === 0 ? {} : { warnings: warned }),
    });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request.raw)) throw new Refusal('not-found');
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render());
  });
};
