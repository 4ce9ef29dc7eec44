// Lets one process at a time configure a PBX server if several share a PostgreSQL database. A separate connection holds the locks, so they
// end with the process. The embedded database has only one process.
import pg from 'pg';

export interface PbxLocks {
  /** Returns false while another process holds the lock of the PBX server. */
  take(serverId: number): Promise<boolean>;
  release(serverId: number): Promise<void>;
  close(): Promise<void>;
}

const NO_LOCKS: PbxLocks = {
  take: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Two consoles may share a database if each has its own schema. */
const KEY = (schema: string | null): string => `ringside provisioning ${schema ?? ''}`;

export const createPbxLocks = (databaseUrl: string | null, schema: string | null): PbxLocks => {
  if (databaseUrl === null) return NO_LOCKS;
  let open: Promise<pg.Client> | null = null;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
    // The locks end with the connection. The next request opens a new connection.
    const forget = (): void => {
      open = null;
    };
    client.on('error', forget).on('end', forget);
    await client.connect();
    return client;
  };
  const connected = (): Promise<pg.Client> => {
    open ??= connect().catch((error: unknown) => {
      open = null;
      throw error;
    });
    return open;
  };
  const ask = async (what: string, serverId: number): Promise<boolean> => {
    const client = await connected();
    const { rows } = await client.query<{ done: boolean }>(`select ${what}(hashtext($1), $2) as done`, [
      KEY(schema),
      serverId,
    ]);
    return rows[0]?.done === true;
  };
  return {
    take: (serverId) => ask('pg_try_advisory_lock', serverId),
    release: async (serverId) => {
      if (open !== null) await ask('pg_advisory_unlock', serverId);
    },
    close: async () => {
      const closing = open;
      open = null;
      await (await closing?.catch(() => null))?.end();
    },
  };
};
