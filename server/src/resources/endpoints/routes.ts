import type { FastifyInstance } from 'fastify';
import { endpointQueues, endpoints, testEndpoint, testNewEndpoint } from '@ringside/core/contract/endpoints.ts';
import type { Deps, EndpointLink, PbxSettings } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { registerResource } from '../../http/register-resource.ts';
import { registerRoute } from '../../http/register.ts';
import { claimedQueues, endpointStore, linesByInterface, readPbxs } from './queries.ts';

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

const test = async (deps: Deps, settings: PbxSettings) => {
  const found = await deps.pbx.testConnection(settings);
  return { ...found, problems: found.problems.map((problem) => ({ ...problem })), queues: [...found.queues] };
};

const registerTests = (app: FastifyInstance, deps: Deps): void => {
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
    // The stored secret goes to the stored address alone: otherwise a test would hand it to any address that is typed in.
    if (moved && !typed) throw new Refusal('invalid', { errors: [{ path: 'amiSecret', code: 'required' }] });
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

export const registerEndpoints = (app: FastifyInstance, deps: Deps): void => {
  const store = endpointStore(deps.db, deps.secrets);
  registerResource(app, endpoints, store, {
    changed: (before, after) => deps.bus.publish('endpoints', { id: Number((after ?? before)?.id) }),
    complete: (row) => linkFields(deps.pbx.linkOf(Number(row.id)), row['enabled'] === true),
  });
  registerTests(app, deps);
  registerRoute(app, endpointQueues, async ({ caller, params, query }) => {
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
            // Of a Local channel or a hint the phone behind it counts.
            line: lines.get(m.interface) ?? lines.get(m.stateInterface) ?? null,
          })),
        })),
    };
  });
};
