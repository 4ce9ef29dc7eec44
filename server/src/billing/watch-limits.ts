// Watches spend limits: notifies once when a customer is near or at a limit. If the account says so, it blocks outbound calls
// on the PBXs until the day or month ends or a payment arrives. A prepaid balance that is used up blocks them too.
import { fillIn } from '@ringside/core/base/fill-in.ts';
import { keysOf } from '@ringside/core/base/keys-of.ts';
import { decimalOf } from '@ringside/core/base/micros.ts';
import { limitWords } from './credit/limit-words.ts';
import type { LimitNews } from './credit/limit-words.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { notify, notifyEnd } from '../boards/notification/notify.ts';
import type { NotifyDeps } from '../boards/notification/notify.ts';
import type { SessionNews } from '../platform/sessions/session-news.ts';
import {
  clearLimitSuspended,
  limitedCustomers,
  setLimitTold,
  setOutboundBlocked,
  accountStatusOf,
  suspendByLimit,
} from './ledger-queries.ts';
import type { AccountStatus, LimitedCustomer } from './ledger-queries.ts';
import type { Db } from '../platform/db/connect.ts';
import { inTransaction } from './queries.ts';

interface WatchDeps extends NotifyDeps {
  readonly mail?: Pick<Mailer, 'send'>;
  /** Notifies open sessions that their customer was suspended. */
  readonly sessions?: { announce(news: SessionNews): void };
}

/** Severity: only a notice that is more severe than the last one sends an e-mail. */
const GRAVITY: Readonly<Record<LimitNews, number>> = {
  ...{ 'limit-near': 1, 'balance-low': 1, 'limit-reached': 2 },
  ...{ 'calls-out-blocked': 3, 'balance-spent': 3, 'limit-suspended': 3 },
};
const KINDS = keysOf(GRAVITY);

const toldOf = ({ level, limits, prepaid, suspends, outboundBlocked }: AccountStatus): LimitNews | null => {
  if (suspends) return 'limit-suspended';
  if (prepaid?.spent === true) return 'balance-spent';
  if (outboundBlocked) return 'calls-out-blocked';
  if (level === 'reached') return 'limit-reached';
  if (limits.some((limit) => limit.level === 'warning')) return 'limit-near';
  return prepaid?.low === true ? 'balance-low' : null;
};

const percentOf = ({ limits }: AccountStatus): number => Math.max(0, ...limits.map((limit) => limit.percent));

const write = async (
  tx: Db,
  mail: Pick<Mailer, 'send'>,
  customer: LimitedCustomer,
  accountStatus: AccountStatus,
  news: LimitNews,
): Promise<void> => {
  const balance = news === 'balance-low' || news === 'balance-spent';
  const to = customer.spendNotifyEmail || (balance ? customer.billingEmail : '');
  if (to === '') return;
  const words = limitWords(customer.language);
  const values: Readonly<Record<string, string>> = {
    // Mail clients would turn a name that looks like a web address into a link.
    ...{ name: customer.name.replace(/:\/\/|www\./gi, ' '), percent: String(percentOf(accountStatus)) },
    ...{ amount: decimalOf(accountStatus.prepaid?.availableMicros ?? 0n), currency: accountStatus.currency },
  };
  await mail.send(tx, { to, subject: fillIn(words.subject, values), text: `${fillIn(words.news[news], values)}\n` });
};

const tell = async (deps: WatchDeps, customer: LimitedCustomer, accountStatus: AccountStatus) => {
  const { customerId, name } = customer;
  const highestKind = toldOf(accountStatus);
  const who = { customerId, customerName: name };
  for (const kind of KINDS) {
    const openKey = `limit:${customerId}:${kind}`;
    if (kind !== highestKind) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news =
      kind === 'balance-low' || kind === 'balance-spent'
        ? { kind, params: who }
        : { kind, params: { ...who, percent: percentOf(accountStatus) } };
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['read', 'billing'] }, openKey });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] }, openKey });
  }
  if ((highestKind ?? '') === customer.limitTold) return;
  const former = KINDS.find((kind) => kind === customer.limitTold);
  const { mail } = deps;
  await inTransaction(deps.db, async (tx) => {
    await setLimitTold(tx, customerId, highestKind ?? '');
    if (highestKind !== null && mail && GRAVITY[highestKind] > (former === undefined ? 0 : GRAVITY[former]))
      await write(tx, mail, customer, accountStatus, highestKind);
  });
};

/** Suspends the customer once each time the limit is reached. If a user activates the customer again, it stays active. */
const suspend = async (
  deps: Pick<WatchDeps, 'db' | 'now' | 'sessions'>,
  customer: LimitedCustomer,
  suspends: boolean,
): Promise<void> => {
  if (suspends === customer.limitSuspended) return;
  if (!suspends) return clearLimitSuspended(deps.db, customer.customerId);
  const { reason } = limitWords(customer.language);
  if (await suspendByLimit(deps.db, customer, reason, new Date(deps.now())))
    deps.sessions?.announce({ kind: 'customer-changed', customerIds: [customer.customerId] });
};

/** Checks all customers with a limit. An error of one customer is reported and does not stop the others. */
export const watchLimits = async (deps: WatchDeps, onError: (error: unknown) => void): Promise<void> => {
  for (const customer of await limitedCustomers(deps.db)) {
    try {
      const accountStatus = await accountStatusOf(deps.db, customer.customerId, deps.now());
      if (accountStatus === null) continue;
      if (accountStatus.outboundBlocked !== customer.outboundBlocked)
        await setOutboundBlocked(deps.db, customer, accountStatus.outboundBlocked);
      await suspend(deps, customer, accountStatus.suspends);
      await tell(deps, customer, accountStatus);
    } catch (error) {
      onError(error);
    }
  }
};
