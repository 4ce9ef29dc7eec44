// Configuration files of the simulated PBXs before the console writes to them: includes of the console's files, and on one PBX
// a phone that was configured by hand.
import { createDisk, diskLine, type Disk } from '../../../tools/fake-pbx/src/sim/config-disk.ts';
import type { PbxPlan } from '../../../tools/fake-pbx/src/sim/plan.ts';
import { CONFIG_LOGIN, LIVE_LOGIN } from './demo-logins.ts';

/** The console has a line of this name too, but cannot write it since the PBX already has one. */
export const HAND_MADE = { server: 'Haifa 1', customer: 'carmel', extension: '150' } as const;

export const demoDisk = (plan: PbxPlan): Disk => {
  // The console writes phones and queues.
  const disk = createDisk({ ...plan, agents: [], queues: [] }, [LIVE_LOGIN, CONFIG_LOGIN]);
  const pjsip = disk.get('pjsip.conf');
  if (pjsip && plan.tenants.some((t) => t.name === HAND_MADE.customer)) {
    const name = `${HAND_MADE.customer}-${HAND_MADE.extension}`;
    const lines = [diskLine('type', 'endpoint'), diskLine('context', 'default'), diskLine('allow', 'ulaw')];
    disk.set('pjsip.conf', { ...pjsip, sections: [...pjsip.sections, { name, lines }] });
  }
  return disk;
};
