// Dispatches each fact of one PBX server to the tracker parts that it changes.
import type { PbxFact } from '../../asterisk/fact.ts';
import { assertNever } from '../../base/assert-never.ts';
import { addReport } from '../quality.ts';
import { qualityKey } from '../state.ts';
import { answeredPart, waitingPart } from './call-owners.ts';
import type { TrackedAgents } from './tracked-agents.ts';
import type { TrackedCallers } from './tracked-callers.ts';
import type { TrackedCalls } from './tracked-calls.ts';
import type { TrackedQueues } from './tracked-queues.ts';
import type { Tracked } from './tracked.ts';

export interface TrackerParts {
  readonly calls: TrackedCalls;
  readonly agents: TrackedAgents;
  readonly callers: TrackedCallers;
  readonly queues: TrackedQueues;
}

/** Handles facts about queues, members, callers and agents. All other facts are about channels. */
export const createFactSink = (t: Tracked, parts: TrackerParts): ((f: PbxFact, at: number) => void) => {
  const { calls, agents, callers, queues } = parts;
  const applyChannelFact = createChannelSink(t, parts);
  return (f, at) => {
    switch (f.kind) {
      case 'queue-read':
        return queues.read(f, at);
      case 'queue-params':
        return queues.parameters(f, at);
      case 'queue-summary':
        return queues.summary(f, at);
      case 'member':
        return agents.member(f, f.cause, at);
      case 'member-removed':
        return agents.removed(f, at);
      case 'caller-joined':
        calls.see(f.caller, at);
        calls.inQueue(f.caller.linkedid, waitingPart(f.queue, f.caller.uniqueid), at);
        return callers.joined(f.queue, f.position, f.count, f.caller, at);
      case 'queue-entry':
        return callers.listed(f, at);
      case 'caller-left':
        return callers.left(f.queue, f.position, f.count, f.caller, at);
      case 'caller-abandoned':
        return callers.abandoned(f, at);
      case 'agent-called':
        return agents.called(f, at);
      case 'agent-ring-no-answer':
        return agents.notAnswered(f, f.ringMs, at);
      case 'agent-connect': {
        const part = answeredPart(f.queue, f.caller.uniqueid, f.memberName, f.interface);
        const briefed = callers.secondsSinceLeaving(f.caller.uniqueid, at);
        agents.connected(f, f.holdSeconds, f.ringSeconds, briefed, at);
        callers.answered(f, at);
        return calls.inQueue(calls.linkedidOf(f.caller.uniqueid) ?? f.caller.linkedid, part, at);
      }
      case 'agent-complete':
        return agents.completed(f, f.holdSeconds, f.talkSeconds, f.reason, at);
      case 'queue-status':
        return callers.status(f.value, f, at);
      case 'queue-run':
        return callers.running(f.uniqueid, f.queue);
      default:
        return applyChannelFact(f, at);
    }
  };
};

type QueueKind =
  | ('queue-read' | 'queue-params' | 'queue-summary' | 'queue-entry' | 'queue-status' | 'queue-run')
  | ('member' | 'member-removed' | 'caller-joined' | 'caller-left' | 'caller-abandoned')
  | ('agent-called' | 'agent-ring-no-answer' | 'agent-connect' | 'agent-complete');

type ChannelSideFact = Exclude<PbxFact, { kind: QueueKind }>;

const createChannelSink = (t: Tracked, { calls, agents, callers }: TrackerParts) => {
  return (f: ChannelSideFact, at: number): void => {
    switch (f.kind) {
      case 'channel':
        callers.changed(f, at);
        return f.cause === 'Newchannel' ? calls.see(f, at) : calls.touch(f, at, {});
      case 'channel-shown':
        return calls.see(f, at);
      case 'hangup':
        agents.channelEnded(f.uniqueid, true, at);
        callers.hungUp(f.uniqueid, at);
        return calls.hangup(f, at, f.cause, f.causeText);
      case 'rename':
        return calls.rename(f.uniqueid, f.newName, at);
      case 'dial-begin':
        return calls.dialled(f.callee, at);
      case 'dial-end':
        return f.hasCaller ? calls.touch(f.callee, at, {}) : undefined;
      case 'bridge-enter':
        if (f.swapUniqueid !== '') agents.swapped(f.swapUniqueid, f, at);
        // A parking space is a bridge without another party.
        return calls.touch(f, at, f.bridgeType === 'parking' ? { bridged: false } : { bridged: true, parked: false });
      case 'bridge-leave':
        return calls.touch(f, at, { bridged: false, onHold: false });
      case 'hold':
      case 'unhold':
        agents.hold(f, f.kind === 'hold', at);
        return calls.touch(f, at, { onHold: f.kind === 'hold' });
      case 'parked':
        return calls.touch(f, at, { parked: true, space: `${f.lot},${f.space}` });
      case 'unparked':
        return calls.touch(f, at, { parked: false, space: '' });
      case 'blind-transfer':
        if (f.transferer) agents.channelEnded(f.transferer.uniqueid, false, at);
        return f.result === 'Success' && f.transferee ? calls.transferred(f.transferee, f.exten, at) : undefined;
      case 'attended-transfer':
        if (f.result === 'Success' && f.application === '' && f.consultation !== null)
          calls.attendedTransfer(f.consultation, f.transferee, f.target, at);
        if (f.application !== 'Queue' || f.consultation === null || f.transferee === null) return;
        callers.replaced(f.consultation.uniqueid, f.transferee, at);
        return calls.moved(f.consultation.uniqueid, f.transferee, at);
      case 'rtp-quality':
        return emitQuality(t, calls, f, at);
      case 'fully-booted':
      case 'shutdown':
      case 'reload':
      case 'cdr':
      case 'credit':
      case 'originated':
      case 'spying':
      case 'recording':
        return;
      default:
        return assertNever(f);
    }
  };
};

/**
 * Emits the quality of a leg. A leg without packets (a fork of a ring-all that was not answered) has none. Without RTCP the far end's
 * figures are unknown.
 */
const emitQuality = (
  t: Tracked,
  calls: TrackedCalls,
  f: Extract<PbxFact, { kind: 'rtp-quality' }>,
  at: number,
): void => {
  if (f.rxcount === 0) return;
  const { channel, uniqueid, linkedid, lp, rlp, rxcount, txcount, rxjitter, txjitter } = f;
  // A leg has the owner of its call: the carrier's leg has no tenant mark, and a team sees the calls of its queues.
  const owner = calls.ownerOfLeg(f);
  const rtt = f.rtt > 0 ? f.rtt : null;
  const figures = { lp, rlp, rxcount, txcount, rtt, rxjitter, txjitter };
  const known = t.state.quality.get(qualityKey(t.serverId, owner));
  const after = addReport(known, { at, ...figures });
  t.emit({ kind: 'quality', serverId: t.serverId, at, owner, uniqueid, linkedid, channel, ...figures, ...after });
};
