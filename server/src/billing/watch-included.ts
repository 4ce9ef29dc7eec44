// Notifies users once in each period when a customer has used up an allowance, if the plan says so.
import { spentAllowances } from './allowance-queries.ts';
import { notify, notifyEnd } from '../boards/notification/notify.ts';
import type { NotifyDeps } from '../boards/notification/notify.ts';
import { openKeysOf } from '../boards/notification/queries.ts';

export const watchIncluded = async (deps: NotifyDeps): Promise<void> => {
  const ended = await openKeysOf(deps.db, 'included-spent');
  for (const { customerId, customerName, name, periodStart } of await spentAllowances(deps.db, deps.now())) {
    const openKey = `included:${customerId}:${periodStart}:${name}`;
    if (ended.delete(openKey)) continue;
    const news = { kind: 'included-spent', params: { customerId, customerName, what: name }, openKey } as const;
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['read', 'billing'] } });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] } });
  }
  for (const openKey of ended) await notifyEnd(deps, openKey, () => null);
};
