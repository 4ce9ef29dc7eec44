// Checks the transport of a line against those that its PBX is known to have. An unknown transport is detected when the line is
// provisioned.
import { serversFor } from '../../pbx/placement-queries.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { reaches } from '../../platform/caller/reach.ts';
import type { LineTransport, MediaEncryption } from '@ringside/core/pbx/options/line-transports.ts';
import { withChanges } from '@ringside/core/base/with-changes.ts';
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import { Refusal } from '../../platform/caller/refusal.ts';

interface Way {
  readonly transport?: LineTransport | undefined;
  readonly webrtc?: boolean | undefined;
  readonly mediaEncryption?: MediaEncryption | undefined;
}

/** Returns the transport kinds by server. Servers that were never asked are missing. */
const readTransports = async (
  db: Db,
  serverIds: readonly number[],
): Promise<ReadonlyMap<number, readonly LineTransport[]>> => {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('provisioning')
    .select(['serverId', 'transports'])
    .where('serverId', 'in', [...serverIds])
    .where('enabled', '=', true)
    .execute();
  return new Map(
    rows.flatMap(({ serverId, transports }) =>
      transports === null ? [] : [[serverId, [...new Set(transports.map(({ kind }) => kind))]] as const],
    ),
  );
};

interface LineServer {
  readonly id: number;
  readonly name: string;
  readonly transports: LineTransport[] | null;
}

/** For forms: the servers on which the caller may create a line, optionally of one customer. Empty for a foreign customer. */
export const readServers = async (db: Db, caller: Caller, customerId?: string): Promise<readonly LineServer[]> => {
  if (customerId !== undefined && !reaches(caller, customerId)) return [];
  const servers = await serversFor(db, caller, customerId);
  const told = await readTransports(
    db,
    servers.map(({ id }) => id),
  );
  return servers.map(({ id, name }) => {
    const transports = told.get(id);
    return { id, name, transports: transports === undefined ? null : [...transports] };
  });
};

const refuseEncryption = ({ transport, webrtc, mediaEncryption = 'auto' }: Way): void => {
  const refusal = (code: string) => new Refusal('invalid', { errors: [{ path: 'mediaEncryption', code }] });
  if (webrtc === true && (mediaEncryption === 'off' || mediaEncryption === 'sdes')) throw refusal('browser-dtls-only');
  if (webrtc !== true && mediaEncryption === 'dtls' && transport !== 'wss') throw refusal('dtls-web-socket-only');
};

/** Checks the complete line after the change. */
export const refuseTransport = async (tx: Db, serverId: number, way: Way): Promise<void> => {
  const { transport, webrtc } = way;
  refuseEncryption(way);
  if (transport === undefined || transport === 'auto') return;
  if (webrtc === true && transport !== 'wss') {
    throw new Refusal('invalid', { errors: [{ path: 'transport', code: 'web-socket-only' }] });
  }
  const known = await once(tx, `transports ${serverId}`, () => readTransports(tx, [serverId]));
  const there = known.get(serverId);
  if (there === undefined || there.includes(transport)) return;
  throw new Refusal('invalid', {
    errors: [
      {
        path: 'transport',
        code: 'no-transport',
        params: {
          transport: transport.toUpperCase(),
          there: there.length === 0 ? '–' : there.map((each) => each.toUpperCase()).join(', '),
        },
      },
    ],
  });
};

/** Checks a changed line. Unchanged values are not checked again. */
export const refuseChangedWay = async (
  tx: Db,
  before: Way & { readonly serverId: number },
  values: Way,
): Promise<void> => {
  const { transport, webrtc, mediaEncryption } = values;
  if (transport === undefined && webrtc === undefined && mediaEncryption === undefined) return;
  const way = withChanges<Way>(before, { transport, webrtc, mediaEncryption });
  if (transport === undefined && webrtc === undefined) refuseEncryption(way);
  else await refuseTransport(tx, before.serverId, way);
};
