import { sql } from 'kysely';
import type { Issuer } from '@ringside/core/contract/billing/issuer.ts';
import type { Db } from '../../platform/db/connect.ts';
import { newId } from '../../platform/db/new-id.ts';

export interface StoredIssuer extends Omit<Issuer, 'updatedAt'> {
  readonly updatedAt: Date;
}

const COLUMNS = sql.raw(`id, name, legal_name, tax_id, address, email, phone, website, payment_details, footer,
  invoice_prefix, credit_prefix, number_digits, is_default, last_invoice::integer, last_credit::integer,
  logo is not null as has_logo, updated_at, version`);

export const listIssuers = async (db: Db): Promise<StoredIssuer[]> =>
  (await sql<StoredIssuer>`select ${COLUMNS} from invoice_issuers order by is_default desc, lower(name)`.execute(db))
    .rows;

export const findIssuer = async (db: Db, id: string): Promise<StoredIssuer | undefined> =>
  (await sql<StoredIssuer>`select ${COLUMNS} from invoice_issuers where id = ${id}`.execute(db)).rows[0];

export const isOnlyOne = async (tx: Db): Promise<boolean> =>
  (await sql`select 1 from invoice_issuers limit 1`.execute(tx)).rows.length === 0;

const FIELDS = {
  ...{ name: 'name', legalName: 'legal_name', taxId: 'tax_id', address: 'address', email: 'email', phone: 'phone' },
  ...{ website: 'website', paymentDetails: 'payment_details', footer: 'footer', invoicePrefix: 'invoice_prefix' },
  ...{ creditPrefix: 'credit_prefix', numberDigits: 'number_digits', isDefault: 'is_default' },
  lastInvoice: 'last_invoice',
} as const;

const named = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(FIELDS).filter(([field]) => values[field] !== undefined);

/** Clears the previous default, because there is at most one default issuer. */
const clearDefault = async (tx: Db, values: Readonly<Record<string, unknown>>): Promise<void> => {
  if (values['isDefault'] === true)
    await sql`update invoice_issuers set is_default = false, version = version + 1 where is_default`.execute(tx);
};

export const addIssuer = async (tx: Db, values: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = newId();
  await clearDefault(tx, values);
  const fields = named(values);
  await sql`insert into invoice_issuers (id, ${sql.join(fields.map(([, column]) => sql.raw(column)))})
    values (${id}, ${sql.join(fields.map(([field]) => values[field]))})`.execute(tx);
  return id;
};

export const changeIssuer = async (
  tx: Db,
  { id, version }: Pick<StoredIssuer, 'id' | 'version'>,
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const fields = named(values);
  const { numAffectedRows } = await sql`update invoice_issuers
    set ${sql.join([...fields.map(([field, column]) => sql`${sql.raw(column)} = ${values[field]}`), sql`version = version + 1`, sql`updated_at = console_now()`])}
    where id = ${id} and version = ${version}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Must be called before a change that makes another issuer the default. */
export const clearDefaultIssuer = clearDefault;

export const setLogo = async (tx: Db, id: string, logo: { bytes: Uint8Array; type: string } | null): Promise<void> => {
  await sql`update invoice_issuers set logo = ${logo?.bytes ?? null}, logo_type = ${logo?.type ?? null},
    version = version + 1, updated_at = console_now() where id = ${id}`.execute(tx);
};
