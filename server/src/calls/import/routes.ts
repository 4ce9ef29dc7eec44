import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/calls/import.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import { readAliases } from '../logged-agents.ts';
import type { CallPrices } from '../call-prices.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { PbxSide } from '../../pbx/pbx-links.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { failRunning, findServerName, readImport, readImports } from './queries.ts';
import { createHistoryImports } from './run-imports.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly pbx: Pick<PbxSide, 'membersOf'>;
  readonly prices: CallPrices;
  readonly now: () => number;
}

const MOST_LISTED = 100;

export const registerImports = (app: FastifyInstance, deps: Services): void => {
  const { db, now } = deps;
  const imports = createHistoryImports(deps, (error) => app.log.error({ err: error }, 'an import of history failed'));
  app.addHook('onReady', () => failRunning(db, new Date(now())));
  // Streams the body instead of buffering it.
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.routeOptions.url?.endsWith(contract.startImport.path) === true) done(null, payload);
    else done(new Refusal('bad-request'));
  });

  registerRoute(app, contract.startImport, async ({ caller, query, body }) => {
    const serverName = await findServerName(db, query.serverId);
    if (serverName === null) throw new Refusal('not-found');
    const { writtenAt, dryRun, aliases: written, ...upload } = query;
    const aliases = readAliases(written);
    if (aliases === null) throw new Refusal('invalid', { errors: [{ path: 'aliases', code: 'alias-line' }] });
    const started = await imports.run(
      {
        ...upload,
        aliases,
        dryRun: dryRun === 'true',
        ...(writtenAt === undefined ? {} : { writtenAt: Date.parse(writtenAt) }),
      },
      body,
      () => undefined,
    );
    await writeAudit(db, caller, {
      ...{ customerId: null, action: 'update', resource: 'endpoint', resourceId: String(query.serverId) },
      ...{ resourceName: serverName, before: null },
      after: { import: query.kind, fileName: query.fileName, dryRun },
    });
    return started;
  });
  registerRoute(app, contract.listImports, async () => ({ data: await readImports(db, MOST_LISTED) }));
  registerRoute(app, contract.getImport, async ({ params }) => {
    const found = await readImport(db, params.id);
    if (found === null) throw new Refusal('not-found');
    return found;
  });
};
