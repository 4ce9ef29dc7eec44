// Notifies the customer's administrators and platform staff once when a quota (lines, queues, users, agents) is used up, before a
// request is refused.
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { fullQuotas } from './most-queries.ts';
import { openKeysOf } from './queries.ts';

export const watchQuotas = async (deps: NotifyDeps): Promise<void> => {
  const ended = await openKeysOf(deps.db, 'quota-reached');
  for (const { customerId, customerName, what, most } of await fullQuotas(deps.db)) {
    const openKey = `quota:${what}:${customerId}`;
    if (ended.delete(openKey)) continue;
    const news = { kind: 'quota-reached', params: { customerId, customerName, what, most }, openKey } as const;
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['update', 'customer'] } });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] } });
  }
  for (const openKey of ended) await notifyEnd(deps, openKey, () => null);
};
