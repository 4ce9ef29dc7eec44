// A customer that has all it may have of something (lines, queues, users, agents): its people and the platform's staff are told
// once, before somebody is refused one more.
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
