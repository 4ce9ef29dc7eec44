// For who watches the process: alive, ready, figures. No session: they tell nothing of anybody.
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Name of what must work → whether it does. */
export type ReadyChecks = Readonly<Record<string, () => Promise<boolean>>>;

const CHECK_MS = 3000;

const within = (check: () => Promise<boolean>): Promise<boolean> =>
  Promise.race([
    check().catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), CHECK_MS).unref()),
  ]);

export const registerHealth = (app: FastifyInstance, checks: ReadyChecks, metrics: Metrics): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
    );
    const ready = results.every(([, good]) => good);
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not-ready', checks: Object.fromEntries(results) });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics.render()),
  );
};
