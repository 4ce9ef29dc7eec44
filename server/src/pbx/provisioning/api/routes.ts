import type { FastifyInstance } from 'fastify';
import { getProvisioningFootprint } from '@ringside/core/contract/pbx/pbx-footprint.ts';
import * as contract from '@ringside/core/contract/pbx/provisioning.ts';
import * as rows from '@ringside/core/contract/pbx/row-provisioning.ts';
import type { Caller } from '../../../platform/caller/caller.ts';
import type { Config } from '../../../platform/config/config.ts';
import type { Db } from '../../../platform/db/connect.ts';
import type { Secrets } from '../../../platform/db/secrets/secrets.ts';
import type { ProvisioningSide } from '../provisioning-side.ts';
import { Refusal } from '../../../platform/caller/refusal.ts';
import { registerRoute } from '../../../platform/http/register.ts';
import { readProblems } from './queries.ts';
import { findServer, listObjects, listRuns, noteRun, readState, saveSettings } from './queries.ts';
import { rowStates } from './row-state-queries.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly secrets: Secrets;
  readonly provisioning: ProvisioningSide;
}

const notProvisioned = (): Refusal =>
  new Refusal('invalid', { errors: [{ path: 'enabled', code: 'not-provisioned' }] });

/** Registers the routes that report each row's state on its PBX server. */
const registerRowStates = (app: FastifyInstance, db: Db): void => {
  registerRoute(app, rows.listProvisioningProblems, async ({ caller }) => ({
    data: caller.customerId !== null || caller.reach !== 'platform' ? [] : await readProblems(db),
  }));
  registerRoute(app, rows.listSubscriberProvisioning, async ({ caller, query }) => ({
    data: await rowStates(db, caller, 'subscriber', query.ids),
  }));
  registerRoute(app, rows.listQueueProvisioning, async ({ caller, query }) => ({
    data: await rowStates(db, caller, 'queue', query.ids),
  }));
};

/** @throws Refusal */
const readObject = async (
  db: Db,
  serverId: number,
  { kind, name }: Pick<contract.ProvisionedObject, 'kind' | 'name'>,
) => {
  const { data } = await listObjects(db, serverId, { page: 1, perPage: 500, kind, q: name });
  const object = data.find((each) => each.name === name);
  if (object === undefined) throw new Refusal('not-found');
  return object;
};

/** @throws Refusal */
const readRestorable = async (db: Db, serverId: number, runId: string) => {
  const { data } = await listRuns(db, serverId, { page: 1, perPage: 500 });
  const run = data.find((each) => each.id === runId);
  if (run === undefined) throw new Refusal('not-found', { errors: [{ path: 'runId', code: 'unknown' }] });
  if (!run.restorable) throw new Refusal('invalid', { errors: [{ path: 'runId', code: 'not-restorable' }] });
  return run;
};

export const registerProvisioning = (app: FastifyInstance, deps: Services): void => {
  const { db, provisioning } = deps;
  registerRowStates(app, db);
  const state = (serverId: number) => readState(deps, serverId, provisioning.isRunning(serverId));
  const server = async (caller: Caller, id: number) => {
    const found = await findServer(db, caller, id);
    if (found === null) throw new Refusal('not-found');
    return found;
  };
  /** Returns a server with provisioning enabled, or throws a refusal. */
  const configured = async (caller: Caller, id: number) => {
    const found = await server(caller, id);
    if ((await state(id)).status === 'off' || !found.enabled) throw notProvisioned();
    return found;
  };
  /** Also refuses servers in maintenance, so that the console changes nothing during manual work. */
  const writable = async (caller: Caller, id: number) => {
    const found = await configured(caller, id);
    if (found.maintenance) throw new Refusal('invalid', { errors: [{ path: 'enabled', code: 'in-maintenance' }] });
    return found;
  };

  registerRoute(app, contract.getProvisioning, async ({ caller, params }) => {
    await server(caller, params.id);
    return state(params.id);
  });
  registerRoute(app, contract.updateProvisioning, async ({ caller, params, body }) => {
    await saveSettings(deps, caller, await server(caller, params.id), body);
    return state(params.id);
  });
  registerRoute(app, contract.listProvisionedObjects, async ({ caller, params, query }) => {
    await server(caller, params.id);
    return listObjects(db, params.id, query);
  });
  registerRoute(app, contract.listProvisioningRuns, async ({ caller, params, query }) => {
    await server(caller, params.id);
    return listRuns(db, params.id, query);
  });
  registerRoute(app, contract.getProvisioningDifference, async ({ caller, params }) => {
    await configured(caller, params.id);
    const found = await provisioning.difference(params.id);
    if (found === null) throw notProvisioned();
    return found;
  });
  registerRoute(app, getProvisioningFootprint, async ({ caller, params }) => {
    await server(caller, params.id);
    return provisioning.footprint(params.id);
  });
  registerRoute(app, contract.applyProvisioning, async ({ caller, params }) => {
    await noteRun(db, caller, await writable(caller, params.id), { provisioning: 'apply' });
    provisioning.begin(params.id, { kind: 'apply', username: caller.username, undo: true });
    return state(params.id);
  });
  registerRoute(app, contract.checkProvisioning, async ({ caller, params }) => {
    await configured(caller, params.id);
    await provisioning.run(params.id, { kind: 'check', username: caller.username, undo: false });
    return state(params.id);
  });
  registerRoute(app, contract.rollbackProvisioning, async ({ caller, params, body }) => {
    const found = await writable(caller, params.id);
    const run = await readRestorable(db, params.id, body.runId);
    await noteRun(db, caller, found, { provisioning: 'rollback', runId: run.id });
    provisioning.begin(params.id, { kind: 'rollback', username: caller.username, undo: true, runId: run.id });
    return state(params.id);
  });
  registerRoute(app, contract.undoProvisionedObject, async ({ caller, params, body }) => {
    const found = await writable(caller, params.id);
    await provisioning.undo(params.id, caller.username, body);
    await noteRun(db, caller, found, { provisioning: 'undo', kind: body.kind, name: body.name });
    return state(params.id);
  });
  registerRoute(app, contract.adoptProvisionedObject, async ({ caller, params, body }) => {
    const found = await writable(caller, params.id);
    await provisioning.adopt(params.id, caller, body);
    await noteRun(db, caller, found, { provisioning: 'adopt', kind: body.kind, name: body.name });
    await provisioning.run(params.id, { kind: 'adopt', username: caller.username, undo: false });
    return readObject(db, params.id, body);
  });
};
