import { keysOf } from '@ringside/core/base/keys-of.ts';
import type { FastifyInstance } from 'fastify';
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { decimalOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import * as contract from '@ringside/core/contract/billing/account.ts';
import type { Account } from '@ringside/core/contract/billing/account.ts';
import { addEntry, balancesOf, findEntry, listEntries, accountStatusOf } from '../ledger-queries.ts';
import type { StoredEntry } from '../ledger-queries.ts';
import { inTransaction } from '../queries.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportNote, exportResource } from '../../platform/http/export-resource.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { versionCheck } from '../../platform/http/version-check.ts';
import { changeAccount, findAccount, issuerExists, taxProfileExists } from './queries.ts';
import type { StoredAccount } from './queries.ts';

const money = (text: string): string => decimalOf(sumMicrosOf(text));

const find = async (db: Db, caller: Caller, id: string): Promise<StoredAccount> => {
  const account = await findAccount(db, caller, id);
  if (account === undefined) throw new Refusal('not-found');
  return account;
};

/** Only platform staff may change billing settings, whatever a customer's role allows. */
const findOwn = (db: Db, caller: Caller, id: string): Promise<StoredAccount> => {
  if (caller.customerId !== null) throw new Refusal('not-found');
  return find(db, caller, id);
};

const toAccount = async (db: Db, stored: StoredAccount, now: number): Promise<Account> => {
  const accountStatus = await accountStatusOf(db, stored.customerId, now);
  if (accountStatus === null) throw new Refusal('not-found');
  const balances = (await balancesOf(db, stored.customerId)).filter((b) => b.currency !== stored.currency);
  const limit = (text: string | null): string | null => (text === null ? null : money(text));
  return {
    ...stored,
    creditLimit: limit(stored.creditLimit),
    dailySpendLimit: limit(stored.dailySpendLimit),
    monthlySpendLimit: limit(stored.monthlySpendLimit),
    lowBalanceThreshold: limit(stored.lowBalanceThreshold),
    available: accountStatus.prepaid === null ? null : decimalOf(accountStatus.prepaid.availableMicros),
    balances: [
      { currency: stored.currency, balance: money(accountStatus.balance) },
      ...balances.map(({ currency, balance }) => ({ currency, balance: money(balance) })),
    ],
    unbilled: money(accountStatus.unbilled),
    level: accountStatus.level,
    limits: accountStatus.limits.map(({ kind, usedMicros, limitMicros, percent, level }) => ({
      ...{ kind, used: decimalOf(usedMicros), limit: decimalOf(limitMicros), percent, level },
    })),
    outboundBlocked: accountStatus.outboundBlocked,
  };
};

const toEntry = (e: StoredEntry) => ({
  ...e,
  at: e.at.toISOString(),
  amount: money(e.amount),
  balance: money(e.balance),
});

/** Returns the entered amount with the sign of its kind. */
const signed = (kind: string, amount: string, currency: string): string => {
  const micros = sumMicrosOf(amount);
  const fault = (code: string, params = {}) => new Refusal('invalid', { errors: [{ path: 'amount', code, params }] });
  if (micros === 0n) throw fault('not-zero');
  if (kind !== 'adjustment' && micros < 0n) throw fault('above-zero');
  if (micros % BigInt(coinOf(currency)) !== 0n) throw fault('coins', { currency });
  return decimalOf(kind === 'refund' ? -micros : micros);
};

const registerLedger = (app: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void => {
  registerRoute(app, contract.listLedger, async ({ caller, params, query }) => {
    await find(deps.db, caller, params.id);
    const { rows, total } = await listEntries(deps.db, params.id, query);
    return { data: rows.map(toEntry), meta: { page: query.page, perPage: query.perPage, total } };
  });
  registerRoute(app, contract.exportLedger, async ({ caller, params, query, origin }) => {
    await find(deps.db, caller, params.id);
    const of = { resource: 'billing', customerId: params.id };
    const exported = exportedList({ note: exportNote(deps.db, of) }, async (_caller, page) => {
      const { rows, total } = await listEntries(deps.db, params.id, page);
      return { rows: rows.map(toEntry), total };
    });
    return exportResource({ path: '/ledger', row: contract.LedgerEntry }, exported, caller, origin.language, query);
  });
  registerRoute(app, contract.addLedgerEntry, async ({ caller, params, body }) => {
    const account = await findOwn(deps.db, caller, params.id);
    const currency = body.currency ?? account.currency;
    const amount = signed(body.kind, body.amount, currency);
    const at = new Date(body.at ?? deps.now());
    const id = await inTransaction(deps.db, async (tx) => {
      const made = await addEntry(tx, {
        ...{ customerId: params.id, currency, at, kind: body.kind, amount, reference: body.reference },
        ...{ invoiceId: null, madeBy: caller.username },
      });
      await writeAudit(tx, caller, {
        ...{ customerId: params.id, action: body.kind, resource: 'billing', resourceId: made },
        ...{ resourceName: account.customerName, before: null },
        after: { kind: body.kind, amount, currency, reference: body.reference },
      });
      return made;
    });
    return toEntry((await findEntry(deps.db, params.id, id))!);
  });
};

export const registerAccounts = (app: FastifyInstance, deps: { readonly db: Db; readonly now: () => number }): void => {
  registerRoute(app, contract.getAccount, async ({ caller, params, setHeader }) => {
    const stored = await find(deps.db, caller, params.id);
    setHeader('etag', `"${stored.version}"`);
    return toAccount(deps.db, stored, deps.now());
  });
  registerRoute(app, contract.updateAccount, async ({ caller, params, body, headers, setHeader }) => {
    const before = await findOwn(deps.db, caller, params.id);
    const expected = versionCheck(headers['if-match']);
    if (expected !== null && !expected(before.version)) throw new Refusal('stale');
    if (body.issuerId && !(await issuerExists(deps.db, body.issuerId)))
      throw new Refusal('not-found', { errors: [{ path: 'issuerId', code: 'unknown' }] });
    if (body.taxProfileId && !(await taxProfileExists(deps.db, body.taxProfileId)))
      throw new Refusal('not-found', { errors: [{ path: 'taxProfileId', code: 'unknown' }] });
    await inTransaction(deps.db, async (tx) => {
      if (!(await changeAccount(tx, before, body, new Date(deps.now())))) throw new Refusal('stale');
      const changed = keysOf(body);
      const pick = (of: Readonly<Record<string, unknown>>) => Object.fromEntries(changed.map((key) => [key, of[key]]));
      await writeAudit(tx, caller, {
        ...{ customerId: params.id, action: 'update', resource: 'billing', resourceId: params.id },
        ...{ resourceName: before.customerName, before: pick(before), after: pick(body) },
      });
    });
    const after = await find(deps.db, caller, params.id);
    setHeader('etag', `"${after.version}"`);
    return toAccount(deps.db, after, deps.now());
  });
  registerLedger(app, deps);
};
