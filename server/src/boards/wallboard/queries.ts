// Queries for wallboards: rows, the view of a screen, and today's calls by hour.
import { sql } from 'kysely';
import { boardQueueIds, queuesOfBoard } from '@ringside/core/contract/boards/board-queues.ts';
import { wallboards } from '@ringside/core/contract/boards/wallboard.ts';
import type { BoardDay, BoardQueue, BoardView, WallPage } from '@ringside/core/contract/boards/wallboard.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { startOfDay } from '@ringside/core/reports/report-period.ts';
import type { Db } from '../../platform/db/connect.ts';
import { customerFor } from '../../platform/db/rows/customer-for.ts';
import { visibleTo } from '../../platform/db/rows/tenant-scope.ts';
import type { RowFrom } from '../../platform/db/rows/list-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import { raiseVersion } from '../../platform/db/rows/raise-version.ts';
import { createResourceStore } from '../../platform/db/rows/resource-store.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { boardQueuesJson } from '../../platform/sessions/screen-queries.ts';

const select = (db: Db) =>
  db
    .selectFrom('wallboards as w')
    .innerJoin('customers as c', 'c.id', 'w.customerId')
    .select(['w.id', 'w.customerId', 'c.name as customerName', 'w.name', 'w.language', 'w.scheme', 'w.rotateSeconds'])
    .select(['w.sound', 'w.quietHours', 'w.pages', 'w.createdAt', 'w.updatedAt', 'w.version'])
    .select(sql<number>`jsonb_array_length(w.pages)`.as('pageCount'))
    .select((eb) =>
      eb
        .selectFrom('wallboardLinks as l')
        .whereRef('l.wallboardId', '=', 'w.id')
        .where('l.revokedAt', 'is', null)
        .where('l.expiresAt', '>', sql<Date>`console_now()`)
        .select(eb.fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('linkCount'),
    );

export type WallboardRow = RowFrom<typeof select>;

const QUEUE_SCOPE = { customer: 'customerId', callcenter: 'callcenterId', server: 'serverId', queue: 'name' };

/** Returns the queues of a customer that the caller may see. */
const queuesFor = async (db: Db, caller: Caller, customerId: string): Promise<BoardQueue[]> => {
  const conditions = [sql`row.customer_id = ${customerId}`, ...visibleTo(caller, QUEUE_SCOPE)];
  const { rows } = await sql<BoardQueue>`
    select id, server_id, name, label from (
      select q.id, q.server_id, q.name, coalesce(nullif(q.label, ''), q.name) as label, q.customer_id, q.callcenter_id
      from queues q
    ) as row where ${sql.join(conditions, sql` and `)} order by label, name`.execute(db);
  return rows;
};

/** Returns each queue id in the tiles, with its path in the request body. */
const namedQueues = (pages: readonly WallPage[]): { readonly path: string; readonly id: string }[] =>
  pages.flatMap((page, p) =>
    page.tiles.flatMap((tile, t) => {
      const at = `pages.${p}.tiles.${t}`;
      if (tile.kind === 'queue') return [{ path: `${at}.queueId`, id: tile.queueId }];
      if (!('queueIds' in tile)) return [];
      return tile.queueIds.map((id, q) => ({ path: `${at}.queueIds.${q}`, id }));
    }),
  );

/** Refuses queues of other customers and queues the caller may not see as unknown. Queues already on the board are accepted. */
const checkQueues = async (
  tx: Db,
  caller: Caller,
  customerId: string,
  pages: readonly WallPage[],
  before: readonly WallPage[],
): Promise<void> => {
  const named = namedQueues(pages);
  if (named.length === 0) return;
  const had = boardQueueIds(before) ?? new Set(namedQueues(before).map((n) => n.id));
  const known = new Set((await queuesFor(tx, caller, customerId)).map((q) => q.id));
  const errors = named
    .filter(({ id }) => !known.has(id) && !had.has(id))
    .map(({ path }) => ({ path, code: 'unknown' }));
  if (errors.length > 0) throw new Refusal('invalid', { errors });
};

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const wallboardStore = (db: Db) =>
  createResourceStore(db, wallboards, {
    select,
    scope: { customer: 'customerId' },
    unique: { wallboards_name_key: 'name' },
    create: async (tx, caller, values) => {
      const customer = await customerFor(tx, caller, values.customerId);
      await checkQueues(tx, caller, customer.id, values.pages, []);
      const id = newId();
      const { pages, quietHours, ...plain } = values;
      await tx
        .insertInto('wallboards')
        .values({ ...plain, id, customerId: customer.id, pages: JSON.stringify(pages), quietHours: json(quietHours) })
        .execute();
      return id;
    },
    update: async (tx, caller, before, { pages, quietHours, ...values }) => {
      if (pages !== undefined) {
        await checkQueues(tx, caller, before.customerId, pages, before.pages);
        // Open links show the new pages too.
        if (before.linkCount > 0) await refuseWiderScreen(tx, caller, { ...before, pages });
      }
      return raiseVersion(tx, wallboards, before, {
        ...values,
        pages: pages === undefined ? undefined : JSON.stringify(pages),
        quietHours: quietHours === undefined ? undefined : json(quietHours),
      });
    },
    remove: async (tx, _caller, before) => {
      await tx.deleteFrom('wallboards').where('id', '=', before.id).execute();
    },
  });

interface ViewRow extends Omit<BoardView, 'queues'> {
  readonly customerId: string;
}

const readBoard = async (db: Db, id: string): Promise<ViewRow | null> => {
  const { rows } = await sql<ViewRow>`
    select w.id, w.customer_id, w.name, c.name as customer_name, c.timezone, w.language, w.scheme, w.rotate_seconds, w.sound,
      w.quiet_hours, w.pages, w.version
    from wallboards w join customers c on c.id = w.customer_id where w.id = ${id}`.execute(db);
  return rows[0] ?? null;
};

/** `queues`: those of the customer that the viewer may see. */
const viewWith = (board: ViewRow, queues: readonly BoardQueue[]): BoardView => ({
  ...board,
  queues: [...queuesOfBoard(board.pages, queues)],
});

/** Returns the view of a board. `row` must be within the caller's scope. */
export const viewFor = async (db: Db, caller: Caller, row: { readonly id: string }): Promise<BoardView> => {
  const board = await readBoard(db, row.id);
  if (board === null) throw new Refusal('not-found');
  return viewWith(board, await queuesFor(db, caller, board.customerId));
};

export const viewForScreen = async (
  db: Db,
  wallboardId: string,
  queues: readonly BoardQueue[],
): Promise<BoardView | null> => {
  const board = await readBoard(db, wallboardId);
  return board === null ? null : viewWith(board, queues);
};

/** Returns all queues on the pages of a board, regardless of the viewer. */
const screenQueues = async (db: Db, customerId: string, pages: readonly WallPage[]): Promise<readonly BoardQueue[]> => {
  const { rows } = await sql<{ queues: BoardQueue[] }>`
    select ${boardQueuesJson(sql`${customerId}::uuid`)} as queues`.execute(db);
  return queuesOfBoard(pages, rows[0]?.queues ?? []);
};

/** Refuses callers who may not see every queue on the board, since a link shows the whole board. */
export const refuseWiderScreen = async (
  db: Db,
  caller: Caller,
  board: Pick<WallboardRow, 'customerId' | 'pages'>,
): Promise<void> => {
  const { customerId, pages } = board;
  const seen = new Set((await queuesFor(db, caller, customerId)).map((q) => q.id));
  const shown = await screenQueues(db, customerId, pages);
  const beyond = shown.filter((q) => !seen.has(q.id)).map((q) => q.label);
  if (beyond.length > 0)
    throw new Refusal('conflict', {
      errors: [{ path: '', code: 'beyond-own', params: { names: beyond.slice(0, 5).join(', ') } }],
    });
};

/** Returns ended queue visits since local midnight, from the same facts as the queue report. */
export const readDay = async (db: Db, customerId: string, board: BoardView, now: number): Promise<BoardDay> => {
  const day = dayOf(now, board.timezone);
  const from = new Date(startOfDay(day, board.timezone));
  const ids = board.queues.map((q) => q.id);
  const { rows } = await sql<BoardDay['hours'][number]>`
    select q.id as queue_id, extract(hour from f.at at time zone ${board.timezone})::integer as hour,
      (count(*) filter (where f.outcome = 'answered'))::integer as answered,
      (count(*) filter (where f.outcome <> 'answered'))::integer as lost
    from queue_facts f
    join queue_names q on q.server_id = f.server_id and q.name = f.queue and q.customer_id::text = f.customer_id
    where f.customer_id = ${customerId} and f.at >= ${from} and f.outcome is not null and q.id = any(${ids}::uuid[])
    group by 1, 2 order by 2, 1`.execute(db);
  const servers = [...new Set(board.queues.map((q) => q.serverId))];
  const { rows: gaps } = await sql<{ serverId: number; serverName: string; from: Date; to: Date | null }>`
    select g.server_id, e.name as server_name, greatest(g.from_at, ${from}) as "from", g.to_at as "to"
    from pbx_gaps g join endpoints e on e.id = g.server_id
    where g.server_id = any(${servers}::integer[]) and coalesce(g.to_at, 'infinity') > ${from}
      and g.queues_caught_up_at is null
    order by g.from_at limit 20`.execute(db);
  const unseen = gaps.map((gap) => ({ ...gap, from: gap.from.toISOString(), to: gap.to?.toISOString() ?? null }));
  return { day, hours: rows, unseen };
};

/** Returns ids of all links of a board. */
export const linkIdsOf = async (db: Db, wallboardId: string): Promise<string[]> => {
  const rows = await db.selectFrom('wallboardLinks').select('id').where('wallboardId', '=', wallboardId).execute();
  return rows.map((row) => row.id);
};
