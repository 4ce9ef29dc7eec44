// The second wall: a handle whose every connection carries its customers, so that the database's row security (migration 228)
// holds even where a query forgets its condition. The connections are those of the one pool; a connection that carries other
// customers than the last time is told so in one statement, a connection that carries the same is used as it is.
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, KyselyPlugin } from 'kysely';
import type { Caller } from '../http/context.ts';
import { customersOf } from '../http/reaches.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/** Row security binds no superuser: the embedded database's only user is one. */
const TENANT = 'ringside_tenant';
/** Handles that are kept; above that they are made anew. */
const MOST_KEPT = 1000;

const handles = new WeakMap<Db, (customers: string) => Db>();

/** Over one driver: `''` sees everything. */
const walledDialects = (base: Dialect): ((customers: string) => Dialect) => {
  const driver = base.createDriver();
  const carried = new WeakMap<DatabaseConnection, string>();
  let role: string | null = null;

  const roleOf = async (connection: DatabaseConnection): Promise<string> => {
    const { rows } = await connection.executeQuery<{ bypasses: boolean }>(
      CompiledQuery.raw('select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = session_user'),
    );
    return rows[0]?.bypasses === true ? TENANT : 'none';
  };
  const carry = async (connection: DatabaseConnection, customers: string): Promise<void> => {
    if ((carried.get(connection) ?? '') === customers) return;
    role ??= await roleOf(connection);
    await connection.executeQuery(
      CompiledQuery.raw(
        "/* kept */ select set_config('ringside.customers', $1, false), set_config('role', $2, false)",
        [customers, customers === '' ? 'none' : role],
      ),
    );
    carried.set(connection, customers);
  };

  const driverFor = (customers: string): Driver => {
    const acquireConnection = async (): Promise<DatabaseConnection> => {
      const connection = await driver.acquireConnection();
      try {
        await carry(connection, customers);
        return connection;
      } catch (error) {
        await driver.releaseConnection(connection);
        throw error;
      }
    };
    const idle = async (): Promise<void> => undefined;
    // The pool begins and ends with the handle that sees everything.
    const own: Partial<Driver> =
      customers === '' ? { acquireConnection } : { acquireConnection, init: idle, destroy: idle };
    return new Proxy(driver, {
      get: (target, key) => {
        const mine = own[key as keyof Driver];
        if (mine !== undefined) return mine;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return (customers) => ({
    createAdapter: () => base.createAdapter(),
    createDriver: () => driverFor(customers),
    createIntrospector: (db) => base.createIntrospector(db),
    createQueryCompiler: () => base.createQueryCompiler(),
  });
};

/** A handle that sees everything, and from which `behindWall` makes those that do not. */
export const openWalled = (dialect: Dialect, plugins: () => KyselyPlugin[]): Db => {
  const dialectFor = walledDialects(dialect);
  const open = (customers: string): Db => new Kysely<Schema>({ dialect: dialectFor(customers), plugins: plugins() });
  const db = open('');
  const kept = new Map<string, Db>();
  handles.set(db, (customers) => {
    const known = kept.get(customers);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const made = open(customers);
    kept.set(customers, made);
    return made;
  });
  return db;
};

/** The handle for what this caller asks. The platform's staff, and a transaction that runs already, stay as they are. */
export const behindWall = (db: Db, caller: Pick<Caller, 'customerId' | 'customerIds'>): Db => {
  const customers = customersOf(caller);
  return customers.length === 0 ? db : (handles.get(db)?.(customers.join(',')) ?? db);
};

/** After the migrations: tables that are new get their wall too. */
export const raiseWalls = async (tx: Kysely<Schema>): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regprocedure('raise_walls()') is not null as there`.execute(tx);
  if (rows[0]?.there) await sql`select raise_walls()`.execute(tx);
};
