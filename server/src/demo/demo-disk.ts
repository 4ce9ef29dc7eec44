// What the demo's simulated PBXs had in their files before the console came: the lines that include the console's files, and
// on one of them a phone that somebody made by hand.
import { createDisk, diskLine, type Disk } from '../../../tools/fake-pbx/src/sim/config-disk.ts';
import type { PbxPlan } from '../../../tools/fake-pbx/src/sim/plan.ts';
import { CONFIG_LOGIN, LIVE_LOGIN } from './demo-logins.ts';

/** A line of this name is entered in the console too, and cannot be written: the PBX has one already. */
export const HAND_MADE = { server: 'Haifa 1', customer: 'carmel', extension: '150' } as const;

export const demoDisk = (plan: PbxPlan): Disk => {
  // Phones and queues are the console's to write.
  const disk = createDisk({ ...plan, agents: [], queues: [] }, [LIVE_LOGIN, CONFIG_LOGIN]);
  const pjsip = disk.get('pjsip.conf');
  if (pjsip && plan.tenants.some((t) => t.name === HAND_MADE.customer)) {
    const name = `${HAND_MADE.customer}-${HAND_MADE.extension}`;
    const lines = [diskLine('type', 'endpoint'), diskLine('context', 'default'), diskLine('allow', 'ulaw')];
    disk.set('pjsip.conf', { ...pjsip, sections: [...pjsip.sections, { name, lines }] });
  }
  return disk;
};
