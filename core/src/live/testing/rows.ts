// Idle rows of the live state. A test overrides only the fields it checks.
import { NOBODY } from '../state.ts';
import type { CallerRow, MemberRow, QueueRow } from '../state.ts';

export const aQueue = (more: Partial<QueueRow> = {}): QueueRow => ({
  ...{ serverId: 1, name: 'sales', owner: NOBODY, max: 0, strategy: 'ringall', holdtime: 0, talktime: 0 },
  ...{ completed: 0, abandoned: 0, serviceLevel: 0, serviceLevelPerf: 0, weight: 0, today: null },
  ...more,
});

export const aMember = (more: Partial<MemberRow> = {}): MemberRow => ({
  ...{ serverId: 1, queue: 'sales', owner: NOBODY, name: 'Ann Archer', interface: 'PJSIP/acme-101' },
  ...{ stateInterface: more.interface ?? 'PJSIP/acme-101', membership: 'dynamic', penalty: 0, callsTaken: 0 },
  ...{ lastCall: null, status: 1, ringing: false, paused: false, pausedReason: '', pausedSince: null, loginAt: null },
  ...{ wrapupSeconds: 0, lastHoldtime: null, lastTalktime: null, incall: false, incallSince: null, onHold: false },
  ...{ channel: null, linkedid: null, callerNumber: null, callerName: null, callQueue: null, since: 0 },
  ...{ callOwner: null, busyElsewhere: false },
  ...more,
});

export const aCaller = (more: Partial<CallerRow> = {}): CallerRow => ({
  ...{ serverId: 1, queue: 'sales', owner: NOBODY, position: 1, status: 1, channel: 'PJSIP/trunk-1' },
  ...{ uniqueid: '1.1', linkedid: null, callerIdNum: '', callerIdName: '', connectedLineNum: '' },
  ...{ connectedLineName: '', priority: 0, joinedAt: 0, answeredAt: null },
  ...more,
});
