// Limits at work: who nears or reaches one is told, once, and where the account says so the PBXs are told to stop his calls
// out, and to let them go when the day or month is over or a payment came.
import { notify, notifyEnd } from '../notifications/notify.ts';
import type { NotifyDeps } from '../notifications/notify.ts';
import { limitedCustomers, setOutboundBlocked, standingOf } from './ledger-queries.ts';
import type { AccountStanding, LimitedCustomer } from './ledger-queries.ts';

const LEVELS = ['limit-near', 'limit-reached', 'calls-out-blocked'] as const;
type Told = (typeof LEVELS)[number];

const toldOf = ({ level, outboundBlocked }: AccountStanding): Told | null =>
  outboundBlocked
    ? 'calls-out-blocked'
    : level === 'reached'
      ? 'limit-reached'
      : level === 'warning'
        ? 'limit-near'
        : null;

const tell = async (deps: NotifyDeps, { customerId, name }: LimitedCustomer, standing: AccountStanding) => {
  const told = toldOf(standing);
  const percent = Math.max(0, ...standing.limits.map((limit) => limit.percent));
  for (const kind of LEVELS) {
    const openKey = `limit:${customerId}:${kind}`;
    if (kind !== told) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news = { kind, params: { customerId, customerName: name, percent } };
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['read', 'billing'] }, openKey });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] }, openKey });
  }
};

/** One turn over all who have a limit. One customer's failure is told and keeps nobody else from his. */
export const watchLimits = async (deps: NotifyDeps, onError: (error: unknown) => void): Promise<void> => {
  for (const customer of await limitedCustomers(deps.db)) {
    try {
      const standing = await standingOf(deps.db, customer.customerId, deps.now());
      if (standing === null) continue;
      if (standing.outboundBlocked !== customer.outboundBlocked)
        await setOutboundBlocked(deps.db, customer, standing.outboundBlocked);
      await tell(deps, customer, standing);
    } catch (error) {
      onError(error);
    }
  }
};
