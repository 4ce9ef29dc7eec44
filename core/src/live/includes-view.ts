// Compares two views of the live state, so that an open socket can stay open when its view grows.
import { limitsKey } from '../access/row-limits.ts';
import type { Viewer } from './scope.ts';

const includesAll = <T>(all: readonly T[], some: readonly T[]): boolean => some.every((one) => all.includes(one));

/** Tells whether a viewer sees every row that another viewer sees. Views of different kinds, masks or rules never include each other. */
export const includesView = (wider: Viewer, narrower: Viewer): boolean => {
  if (wider.reach === 'board' || narrower.reach === 'board') return false;
  const { masks: hidden = [], limits } = wider;
  const { masks: hiddenBefore = [], limits: limitsBefore } = narrower;
  if (hidden.join() !== hiddenBefore.join() || limitsKey(limits) !== limitsKey(limitsBefore)) return false;
  if (wider.reach === 'platform' || narrower.reach === 'platform') return wider.reach === narrower.reach;
  if (!includesAll(wider.serverIds, narrower.serverIds)) return false;
  if (wider.reach === 'subtree')
    return narrower.reach === 'subtree' && includesAll(wider.customerIds, narrower.customerIds);
  if (narrower.reach === 'subtree' || wider.customerId !== narrower.customerId) return false;
  if (wider.reach === 'customer') return narrower.reach === 'customer';
  return narrower.reach === 'team' && includesAll(wider.callcenterIds, narrower.callcenterIds);
};
