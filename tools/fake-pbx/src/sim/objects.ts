// Creates phones and queues in their initial state.
import type { Device, Queue } from './model.ts';
import type { QueuePlan, TenantPlan } from './plan.ts';

export const createDevice = (
  name: string,
  tenant: TenantPlan | null,
  extension: string,
  ownerName: string,
): Device => ({
  name,
  endpoint: name.replace(/^\w+\//, ''),
  noCallWaiting: tenant?.noCallWaiting ?? false,
  tenant,
  extension,
  ownerName,
  channels: new Set(),
  registered: true,
  state: 1,
  members: [],
});

export const createQueue = (plan: QueuePlan): Queue => ({
  plan,
  name: plan.name,
  members: [],
  entries: [],
  completed: 0,
  completedInLevel: 0,
  abandoned: 0,
  abandonedInLevel: 0,
  holdtime: 0,
  talktime: 0,
  lastRung: '',
  memberOrder: 0,
});
