// Limits at work: who nears or reaches one is told, once, and where the account says so the PBXs are told to stop his calls
// out, and to let them go when the day or month is over or a payment came. A prepaid balance that is used up stops them, too.
import { decimalOf } from '@ringside/core/base/micros.ts';
import { limitWords } from '../mail/limit-words.ts';
import type { LimitNews } from '../mail/limit-words.ts';
import type { Mailer } from '../mail/mailer.ts';
import { notify, notifyEnd } from '../notifications/notify.ts';
import type { NotifyDeps } from '../notifications/notify.ts';
import type { SessionNews } from '../sessions/session-news.ts';
import {
  clearLimitSuspended,
  limitedCustomers,
  setLimitTold,
  setOutboundBlocked,
  standingOf,
  suspendByLimit,
} from './ledger-queries.ts';
import type { AccountStanding, LimitedCustomer } from './ledger-queries.ts';

interface WatchDeps extends NotifyDeps {
  readonly mail?: Pick<Mailer, 'send'>;
  /** Open sessions of a customer that is suspended look again. */
  readonly sessions?: { announce(news: SessionNews): void };
}

/** How grave it is: what is graver than what was told last is worth a letter, what is less is not. */
const GRAVITY: Readonly<Record<LimitNews, number>> = {
  ...{ 'limit-near': 1, 'balance-low': 1, 'limit-reached': 2 },
  ...{ 'calls-out-blocked': 3, 'balance-spent': 3, 'limit-suspended': 3 },
};
const KINDS = Object.keys(GRAVITY) as LimitNews[];

const toldOf = ({ level, limits, prepaid, suspends, outboundBlocked }: AccountStanding): LimitNews | null => {
  if (suspends) return 'limit-suspended';
  if (prepaid?.spent === true) return 'balance-spent';
  if (outboundBlocked) return 'calls-out-blocked';
  if (level === 'reached') return 'limit-reached';
  if (limits.some((limit) => limit.level === 'warning')) return 'limit-near';
  return prepaid?.low === true ? 'balance-low' : null;
};

const percentOf = ({ limits }: AccountStanding): number => Math.max(0, ...limits.map((limit) => limit.percent));

const write = (mail: Pick<Mailer, 'send'>, customer: LimitedCustomer, standing: AccountStanding, news: LimitNews) => {
  const balance = news === 'balance-low' || news === 'balance-spent';
  const to = customer.spendNotifyEmail || (balance ? customer.billingEmail : '');
  if (to === '') return;
  const words = limitWords(customer.language);
  const values: Readonly<Record<string, string>> = {
    // A name that looks like an address would become a link in somebody's mail reader.
    ...{ name: customer.name.replace(/:\/\/|www\./gi, ' '), percent: String(percentOf(standing)) },
    ...{ amount: decimalOf(standing.prepaid?.availableMicros ?? 0n), currency: standing.currency },
  };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  mail.send({ to, subject: fill(words.subject), text: `${fill(words.news[news])}\n` });
};

const tell = async (deps: WatchDeps, customer: LimitedCustomer, standing: AccountStanding) => {
  const { customerId, name } = customer;
  const told = toldOf(standing);
  const who = { customerId, customerName: name };
  for (const kind of KINDS) {
    const openKey = `limit:${customerId}:${kind}`;
    if (kind !== told) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news =
      kind === 'balance-low' || kind === 'balance-spent'
        ? { kind, params: who }
        : { kind, params: { ...who, percent: percentOf(standing) } };
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['read', 'billing'] }, openKey });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] }, openKey });
  }
  if ((told ?? '') === customer.limitTold) return;
  const former = KINDS.find((kind) => kind === customer.limitTold);
  // Noted first: a letter too few is better than one each quarter of a minute.
  await setLimitTold(deps.db, customerId, told ?? '');
  if (told !== null && deps.mail && GRAVITY[told] > (former === undefined ? 0 : GRAVITY[former]))
    write(deps.mail, customer, standing, told);
};

/** Once for each time that the limit is reached: who is let go on by a person goes on. */
const suspend = async (deps: WatchDeps, customer: LimitedCustomer, suspends: boolean): Promise<void> => {
  if (suspends === customer.limitSuspended) return;
  if (!suspends) return clearLimitSuspended(deps.db, customer.customerId);
  const { reason } = limitWords(customer.language);
  if (await suspendByLimit(deps.db, customer, reason, new Date(deps.now())))
    deps.sessions?.announce({ kind: 'customer-changed', customerIds: [customer.customerId] });
};

/** One turn over all who have a limit. One customer's failure is told and keeps nobody else from his. */
export const watchLimits = async (deps: WatchDeps, onError: (error: unknown) => void): Promise<void> => {
  for (const customer of await limitedCustomers(deps.db)) {
    try {
      const standing = await standingOf(deps.db, customer.customerId, deps.now());
      if (standing === null) continue;
      if (standing.outboundBlocked !== customer.outboundBlocked)
        await setOutboundBlocked(deps.db, customer, standing.outboundBlocked);
      await suspend(deps, customer, standing.suspends);
      await tell(deps, customer, standing);
    } catch (error) {
      onError(error);
    }
  }
};
