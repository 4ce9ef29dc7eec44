import type { FastifyInstance } from 'fastify';
import {
  listEndpointQueues,
  endpoints,
  RemoveEndpointQuery,
  testEndpoint,
  testNewEndpoint,
} from '@ringside/core/contract/pbx/endpoint.ts';
import type { ResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { EndpointLink } from '../pbx-links.ts';
import type { PbxSettings } from '../pbx-links.ts';
import type { PbxSide } from '../pbx-links.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { ProvisioningSide } from '../provisioning/provisioning-side.ts';
import type { Secrets } from '../../platform/db/secrets/secrets.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { registerResource } from '../../platform/http/register-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { registerPbxNames } from './name-routes.ts';
import { claimedQueues, endpointStore, linesByInterface, readPbxs, refuseUsedServer } from './queries.ts';

interface Services {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly bus: Bus;
  readonly pbx: Pick<PbxSide, 'linkOf' | 'membersOf' | 'queuesOf' | 'testConnection'>;
  readonly provisioning: ProvisioningSide;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const copyOf = <T>(list: readonly T[] | null): T[] | null => (list === null ? null : [...list]);

const linkFields = (link: EndpointLink | null, enabled: boolean) => ({
  linkState: enabled ? (link?.state ?? 'unknown') : 'disabled',
  linkSince: iso(link?.since ?? null),
  lastEventAt: iso(link?.lastEventAt ?? null),
  problems: enabled ? (link?.problems ?? []).map((problem) => ({ ...problem })) : [],
  asteriskVersion: link?.asteriskVersion ?? null,
  startedAt: link?.startedAt ?? null,
  systemName: link?.vitals.systemName ?? null,
  entityId: link?.vitals.entityId ?? null,
  reloadedAt: link?.vitals.reloadedAt ?? null,
  clockSkewMs: link?.vitals.clockSkewMs ?? null,
  lagMs: link?.vitals.lagMs ?? null,
  capabilities: copyOf(link?.vitals.capabilities ?? null),
  reconnects: link?.reconnects ?? null,
  eventsPerSecond: link?.eventsPerSecond ?? null,
  callsNow: link?.state === 'up' ? link.callsNow : null,
});

const test = async (deps: { readonly pbx: Pick<PbxSide, 'testConnection'> }, settings: PbxSettings) => {
  const found = await deps.pbx.testConnection(settings);
  return { ...found, problems: found.problems.map((problem) => ({ ...problem })), queues: [...found.queues] };
};

const registerTests = (app: FastifyInstance, deps: Pick<Services, 'pbx' | 'db' | 'secrets'>): void => {
  registerRoute(app, testNewEndpoint, ({ caller, body }) => {
    if (caller.customerId !== null) throw new Refusal('forbidden');
    return test(deps, {
      host: body.amiHost,
      port: body.amiPort,
      tls: body.amiTls,
      caPem: body.amiTlsCa,
      username: body.amiUsername,
      secret: body.amiSecret,
    });
  });
  registerRoute(app, testEndpoint, async ({ caller, params, body }) => {
    if (caller.customerId !== null) throw new Refusal('forbidden');
    const [stored] = await readPbxs(deps.db, deps.secrets, params.id);
    if (stored === undefined) throw new Refusal('not-found');
    const host = body.amiHost ?? stored.host;
    const moved = host !== stored.host || (body.amiPort ?? stored.port) !== stored.port;
    const typed = body.amiSecret !== undefined && body.amiSecret !== '';
    // The stored secret is sent only to the stored address. Otherwise a test would reveal it to any address.
    if (moved && !typed) throw new Refusal('invalid', { errors: [{ path: 'amiSecret', code: 'secret-again' }] });
    return test(deps, {
      host,
      port: body.amiPort ?? stored.port,
      tls: body.amiTls ?? stored.tls,
      caPem: body.amiTlsCa ?? stored.caPem,
      username: body.amiUsername ?? stored.username,
      secret: typed ? (body.amiSecret ?? '') : stored.secret,
    });
  });
};

/** Removes the configuration from the PBX only if the row can be deleted, and deletes the row only if that succeeded. */
const withdrawFirst = async (
  { db, provisioning }: { readonly db: Db; readonly provisioning: ProvisioningSide },
  store: Pick<ResourceStore, 'get'>,
  caller: Caller,
  id: number,
  remove: () => Promise<void>,
): Promise<void> => {
  if (caller.customerId !== null || caller.reach !== 'platform') throw new Refusal('forbidden');
  const server = await store.get(caller, id);
  if (server.maintenance) {
    throw new Refusal('conflict', { errors: [{ path: '', code: 'in-maintenance' }] });
  }
  await refuseUsedServer(db, id);
  const faults = await provisioning.withdraw(id, remove);
  if (faults === null) throw new Refusal('conflict', { errors: [{ path: '', code: 'not-provisioned' }] });
  const isAway = faults.some(({ code }) => code === 'removal-unreachable');
  if (faults.length > 0) throw new Refusal(isAway ? 'pbx-not-connected' : 'pbx-refused', { errors: faults });
};

export const registerEndpoints = (app: FastifyInstance, deps: Services): void => {
  const store = endpointStore(deps.db, deps.secrets);
  registerResource(app, endpoints, store, {
    changed: (before, after) => deps.bus.publish('endpoints', { id: Number((after ?? before)?.id) }),
    removing: async (caller, id, query, remove) => {
      const { removeConfiguration } = RemoveEndpointQuery.parse(query);
      await (removeConfiguration === 'true' ? withdrawFirst(deps, store, caller, Number(id), remove) : remove());
    },
    complete: (row) => linkFields(deps.pbx.linkOf(Number(row.id)), row.enabled),
  });
  registerTests(app, deps);
  registerPbxNames(app, deps);
  registerRoute(app, listEndpointQueues, async ({ caller, params, query }) => {
    await store.get(caller, params.id);
    const claimed = await claimedQueues(deps.db, params.id);
    const byName = new Map(claimed.map((row) => [row.name, row]));
    const lines = await linesByInterface(deps.db, params.id);
    const members = Map.groupBy(deps.pbx.membersOf(params.id) ?? [], (member) => member.queue);
    const names = [...new Set([...deps.pbx.queuesOf(params.id), ...byName.keys()])].toSorted((a, b) =>
      a.localeCompare(b, 'en'),
    );
    return {
      data: names
        .filter((name) => query.q === undefined || name.toLowerCase().includes(query.q.toLowerCase()))
        .map((name) => ({
          name,
          queueId: byName.get(name)?.queueId ?? null,
          customerName: byName.get(name)?.customerName ?? null,
          members: (members.get(name) ?? []).map((m) => ({
            ...{ name: m.name, interface: m.interface, membership: m.membership },
            // For a Local channel or a hint, the phone behind it is used.
            line: lines.get(m.interface) ?? lines.get(m.stateInterface) ?? null,
          })),
        })),
    };
  });
};
