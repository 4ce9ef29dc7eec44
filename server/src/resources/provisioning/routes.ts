import type { FastifyInstance } from 'fastify';
import * as contract from '@ringside/core/contract/provisioning.ts';
import * as rows from '@ringside/core/contract/row-provisioning.ts';
import type { Caller } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerRoute } from '../../http/register.ts';
import { findServer, listObjects, listRuns, noteRun, readState, saveSettings } from './queries.ts';
import { rowStates } from './row-state-queries.ts';

const notProvisioned = (): Refusal =>
  new Refusal('invalid', { errors: [{ path: 'enabled', code: 'not-provisioned' }] });

export const registerProvisioning = (app: FastifyInstance, deps: Deps): void => {
  const { db, provisioning } = deps;
  const state = (serverId: number) => readState(deps, serverId, provisioning.isRunning(serverId));
  const server = async (caller: Caller, id: number) => {
    const found = await findServer(db, caller, id);
    if (found === null) throw new Refusal('not-found');
    return found;
  };
  /** A server that is configured, or a refusal. */
  const configured = async (caller: Caller, id: number) => {
    const found = await server(caller, id);
    if ((await state(id)).status === 'off' || !found.enabled) throw notProvisioned();
    return found;
  };
  /** Who works on the PBX is not to find it changed under his hands. */
  const writable = async (caller: Caller, id: number) => {
    const found = await configured(caller, id);
    if (found.maintenance) throw new Refusal('invalid', { errors: [{ path: 'enabled', code: 'in-maintenance' }] });
    return found;
  };

  registerRoute(app, contract.readProvisioning, async ({ caller, params }) => {
    await server(caller, params.id);
    return state(params.id);
  });
  registerRoute(app, contract.updateProvisioning, async ({ caller, params, body }) => {
    await saveSettings(deps, caller, await server(caller, params.id), body);
    return state(params.id);
  });
  registerRoute(app, contract.listProvisioned, async ({ caller, params, query }) => {
    await server(caller, params.id);
    return listObjects(db, params.id, query);
  });
  registerRoute(app, contract.listProvisioningRuns, async ({ caller, params, query }) => {
    await server(caller, params.id);
    return listRuns(db, params.id, query);
  });
  registerRoute(app, contract.provisioningDifference, async ({ caller, params }) => {
    await configured(caller, params.id);
    const found = await provisioning.difference(params.id);
    if (found === null) throw notProvisioned();
    return found;
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
    const { data } = await listRuns(db, params.id, { page: 1, perPage: 500 });
    const run = data.find((each) => each.id === body.runId);
    if (run === undefined) throw new Refusal('not-found', { errors: [{ path: 'runId', code: 'unknown' }] });
    if (!run.restorable) throw new Refusal('invalid', { errors: [{ path: 'runId', code: 'not-restorable' }] });
    await noteRun(db, caller, found, { provisioning: 'rollback', runId: run.id });
    provisioning.begin(params.id, { kind: 'rollback', username: caller.username, undo: true, runId: run.id });
    return state(params.id);
  });
  registerRoute(app, contract.adoptProvisioned, async ({ caller, params, body }) => {
    const found = await writable(caller, params.id);
    await provisioning.adopt(params.id, caller, body);
    await noteRun(db, caller, found, { provisioning: 'adopt', kind: body.kind, name: body.name });
    await provisioning.run(params.id, { kind: 'adopt', username: caller.username, undo: false });
    const { data } = await listObjects(db, params.id, { page: 1, perPage: 500, kind: body.kind, q: body.name });
    const object = data.find((each) => each.name === body.name);
    if (object === undefined) throw new Refusal('not-found');
    return object;
  });
  registerRoute(app, rows.subscriberStates, async ({ caller, query }) => ({
    data: await rowStates(db, caller, 'subscriber', query.ids),
  }));
  registerRoute(app, rows.queueStates, async ({ caller, query }) => ({
    data: await rowStates(db, caller, 'queue', query.ids),
  }));
};
