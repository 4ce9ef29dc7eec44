// What a line may be bound to: a transport that its PBX is known to have. What is not known is judged when it is written.
import type { LineTransport } from '@ringside/core/base/line-transports.ts';
import type { Db } from '../../db/connect.ts';
import { once } from '../../db/once.ts';
import type { StoredRow } from '../../db/resource-store.ts';
import { Refusal } from '../../http/errors.ts';

interface Way {
  readonly transport?: LineTransport | undefined;
  readonly webrtc?: boolean | undefined;
}

export const wayOf = (row: StoredRow): Way => ({
  transport: row['transport'] as LineTransport,
  webrtc: row['webrtc'] === true,
});

/** By server: the kinds that it told of; of one that was never asked, nothing. */
export const readTransports = async (
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

/** Of the line as it will be. */
export const refuseTransport = async (tx: Db, serverId: number, { transport, webrtc }: Way): Promise<void> => {
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
