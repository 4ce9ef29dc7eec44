// Builds the row of a queue member: the PBX server's data plus details of the agent's call.
import { keysOf } from '../../base/keys-of.ts';
import type { Attempt } from './attempts.ts';
import type { MemberFact } from '../../asterisk/fact.ts';
import { DEVICE, NOBODY, type MemberRow, type Owner } from '../state.ts';
import { sameOwner } from './call-owners.ts';

/** Returns the member as reported by the PBX server, without call data. `before`: its current row. */
export const memberRow = (
  f: MemberFact,
  of: { readonly serverId: number; readonly owner: Owner },
  before: MemberRow | undefined,
  at: number,
): MemberRow => {
  const pausedSince = !f.paused
    ? null
    : before?.paused
      ? before.pausedSince
      : before
        ? at
        : f.lastPause > 0
          ? f.lastPause * 1000
          : null;
  return {
    serverId: of.serverId,
    queue: f.queue,
    owner: of.owner,
    name: f.name,
    interface: f.interface,
    stateInterface: f.stateInterface || f.interface,
    membership: f.membership,
    penalty: f.penalty,
    callsTaken: f.callsTaken,
    lastCall: f.lastCall > 0 ? f.lastCall * 1000 : null,
    status: f.status,
    ringing: false,
    paused: f.paused,
    pausedReason: f.paused ? f.pausedReason : '',
    pausedSince,
    lastPauseAt: f.lastPause * 1000,
    ringInUse: f.ringInUse ?? before?.ringInUse ?? false,
    loginAt: f.loginTime > 0 ? f.loginTime * 1000 : null,
    wrapupSeconds: f.wrapupSeconds,
    lastHoldtime: before?.lastHoldtime ?? null,
    lastTalktime: before?.lastTalktime ?? null,
    incall: false,
    incallSince: null,
    onHold: false,
    channel: null,
    linkedid: null,
    callerNumber: null,
    callerName: null,
    callQueue: null,
    callOwner: null,
    busyElsewhere: false,
    since: before?.since ?? at,
  };
};

/** Returns true when the rows show the same. */
export const sameMemberRow = (a: MemberRow, b: MemberRow): boolean => {
  if (keysOf(a).some((k) => k !== 'owner' && k !== 'callOwner' && a[k] !== b[k])) return false;
  if ((a.callOwner === null) !== (b.callOwner === null)) return false;
  return sameOwner(a.owner, b.owner) && sameOwner(a.callOwner ?? NOBODY, b.callOwner ?? NOBODY);
};

/** Adds the call data of the attempt to the row. `since` changes together with the shown state. */
export const dressed = (
  row: MemberRow,
  a: Attempt | null,
  callOwner: Owner | null,
  before: MemberRow | undefined,
  at: number,
): MemberRow => {
  const incall = a !== null && a.connectedAt !== null;
  const ringing = !incall && (a !== null || row.status === DEVICE.ringing || row.status === DEVICE.ringInUse);
  const next: MemberRow = {
    ...row,
    ringing,
    incall,
    incallSince: incall ? a.connectedAt : null,
    onHold: a?.onHold ?? false,
    channel: a && a.channel !== '' ? a.channel : null,
    linkedid: a?.linkedid ?? null,
    callerNumber: a?.callerNumber ?? null,
    callerName: a?.callerName ?? null,
    callQueue: a?.queue ?? null,
    callOwner,
  };
  const moved =
    !before ||
    before.status !== next.status ||
    before.ringing !== next.ringing ||
    before.incall !== next.incall ||
    before.paused !== next.paused;
  return { ...next, since: moved ? at : before.since };
};
