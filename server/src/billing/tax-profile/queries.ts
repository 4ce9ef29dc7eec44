import { sql } from 'kysely';
import type { TaxProfile } from '@ringside/core/contract/billing/tax-profile.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

export interface StoredProfile extends Omit<TaxProfile, 'updatedAt'> {
  readonly updatedAt: Date;
}

type Values = Partial<Pick<TaxProfile, 'name' | 'rates'>>;

const SELECT = sql`select id, name, rates, updated_at, version,
  (select count(*)::integer from billing_accounts a where a.tax_profile_id = p.id) as customers from tax_profiles p`;

export const listProfiles = async (db: Db): Promise<StoredProfile[]> =>
  (await sql<StoredProfile>`${SELECT} order by lower(name)`.execute(db)).rows;

export const findProfile = async (db: Db, id: string): Promise<StoredProfile | undefined> =>
  (await sql<StoredProfile>`${SELECT} where id = ${id}`.execute(db)).rows[0];

export const addProfile = async (tx: Db, { name, rates }: Required<Values>): Promise<string> => {
  const id = newId();
  await sql`insert into tax_profiles (id, name, rates) values (${id}, ${name}, ${JSON.stringify(rates)}::jsonb)`.execute(
    tx,
  );
  return id;
};

/** Returns the names of the first few customers that use the profile. */
export const billedBy = async (db: Db, id: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select c.name from billing_accounts a
    join customers c on c.id = a.customer_id where a.tax_profile_id = ${id} order by lower(c.name) limit 5`.execute(db);
  return rows.map(({ name }) => name);
};

/** Returns false if the version changed in the meantime. */
export const changeProfile = async (
  tx: Db,
  { id, version }: Pick<StoredProfile, 'id' | 'version'>,
  { name, rates }: Values,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`update tax_profiles set name = coalesce(${name ?? null}, name),
      rates = coalesce(${rates === undefined ? null : JSON.stringify(rates)}::jsonb, rates),
      version = version + 1, updated_at = console_now()
    where id = ${id} and version = ${version}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
};

export const removeProfile = async (tx: Db, id: string): Promise<void> => {
  await sql`delete from tax_profiles where id = ${id}`.execute(tx);
};
