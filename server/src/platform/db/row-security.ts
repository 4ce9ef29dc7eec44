// Opens database handles with row-level security. Every connection carries the caller's customers as a setting, so the policies of
// `raise_walls()` apply even if a query lacks its condition. All handles share one pool. A connection that last served other customers runs
// one extra statement first.
import { CompiledQuery, Kysely, sql } from 'kysely';
import type { DatabaseConnection, Dialect, Driver, KyselyPlugin } from 'kysely';
import type { Caller } from '../caller/caller.ts';
import { customersOf } from '../caller/reach.ts';
import type { Schema } from './schema.ts';

type Db = Kysely<Schema>;

/**
 * Role for customers' queries, used if the login role is a superuser: superusers bypass row-level security, and the embedded database has
 * no other user.
 */
const TENANT = 'ringside_tenant';
/** Maximum number of cached handles. */
const MOST_KEPT = 1000;

const handles = new WeakMap<Db, (customers: string) => Db>();

/** Creates dialects that share one driver. `''`: all customers. */
const scopedDialects = (base: Dialect): ((customers: string) => Dialect) => {
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
    // The handle for all customers opens and closes the pool.
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

/** Opens a handle for all customers. `withRowSecurity` derives narrower handles from it. */
export const openHandles = (dialect: Dialect, plugins: () => KyselyPlugin[]): Db => {
  const dialectFor = scopedDialects(dialect);
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

/** Returns the handle for this caller. Platform users and transactions get `db` itself. */
export const withRowSecurity = (db: Db, caller: Pick<Caller, 'customerId' | 'customerIds'>): Db => {
  const customers = customersOf(caller);
  return customers.length === 0 ? db : (handles.get(db)?.(customers.join(',')) ?? db);
};

/** Adds the row-level security policies to new tables. Runs after the migrations. */
export const addRowPolicies = async (tx: Kysely<Schema>): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regprocedure('raise_walls()') is not null as there`.execute(tx);
  if (rows[0]?.there) await sql`select raise_walls()`.execute(tx);
};
