// A customer that has all it may have of something (lines, queues, users, agents): its people and the platform's staff are told
// once, before somebody is refused one more.
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { quotaStandings } from './most-queries.ts';

export const watchQuotas = async (deps: NotifyDeps): Promise<void> => {
  for (const { customerId, customerName, what, most, used } of await quotaStandings(deps.db)) {
    const openKey = `quota:${what}:${customerId}`;
    // What may have none of a thing has not reached anything.
    if (used < most || most === 0) {
      await notifyEnd(deps, openKey, () => null);
      continue;
    }
    const news = { kind: 'quota-reached', params: { customerId, customerName, what, most }, openKey } as const;
    await notify(deps, { ...news, to: { kind: 'platform', ability: ['update', 'customer'] } });
    await notify(deps, { ...news, to: { kind: 'customer', customerId, ability: ['read', 'billing'] } });
  }
};
