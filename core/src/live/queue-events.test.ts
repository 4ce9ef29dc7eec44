// Tests the tracker with each event of queues and queue members.
import { beforeEach, describe, expect, it } from 'vitest';
import { scopeEvent } from './scope.ts';
import { agentLeg, ann, channel, createScene, offer, owner, queue, type Scene } from './testing/scene.ts';
import { createTracker } from './tracker/tracker.ts';

let scene: Scene;
beforeEach(() => {
  scene = createScene();
});

describe('queues', () => {
  it('adds and updates a queue on QueueParams', () => {
    expect(scene.sales()).toMatchObject({ max: 10, strategy: 'rrmemory', weight: 5, owner });
    scene.see({ kind: 'queue-params', ...queue, holdtime: 9, completed: 8 });
    expect(scene.sales()).toMatchObject({ holdtime: 9, completed: 8 });
  });
});

describe('QueueSummary', () => {
  it('sets hold time and talk time of a known queue', () => {
    const summary = { queue: 'sales', loggedIn: 1, available: 1, callers: 0, holdtime: 7, talktime: 70 };
    scene.see({ kind: 'queue-summary', ...summary, longestHoldtime: 0 });
    expect(scene.sales()).toMatchObject({ holdtime: 7, talktime: 70, completed: 3 });
    expect(scene.see({ kind: 'queue-summary', ...summary, longestHoldtime: 0, queue: 'nowhere' })).toEqual([]);
  });
});

describe('queue members', () => {
  it('adds and removes a queue member on QueueMemberAdded and QueueMemberRemoved', () => {
    scene.see({ kind: 'member', cause: 'QueueMemberAdded', ...ann, queue: 'support' });
    expect(scene.member('support').name).toBe('Ann Archer');
    scene.see({ kind: 'member-removed', queue: 'support', interface: 'PJSIP/acme-101', name: 'Ann Archer' });
    expect(scene.tracker.state.members.has('1\tsupport\tPJSIP/acme-101')).toBe(false);
  });

  it('maps QueueMemberStatus 6 and 7 to ringing and 2 to in use', () => {
    for (const [status, ringing] of [
      [6, true],
      [7, true],
      [2, false],
    ] as const) {
      scene.see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, status });
      expect(scene.member()).toMatchObject({ status, ringing });
    }
  });

  it.each(['QueueMember', 'QueueMemberStatus'] as const)('makes no event of a %s that changes nothing', (cause) => {
    const before = scene.member();
    expect(scene.see({ kind: 'member', cause, ...ann })).toEqual([]);
    expect(scene.member()).toBe(before);
    expect(scene.see({ kind: 'member', cause, ...ann, penalty: ann.penalty + 1 })).toHaveLength(1);
    expect(scene.member().since).toBe(before.since);
  });

  it('makes an event of each QueueMemberPause, because reports read them', () => {
    const paused = { ...ann, paused: true, pausedReason: 'Lunch' };
    scene.see({ kind: 'member', cause: 'QueueMemberStatus', ...paused });
    const { since } = scene.member();
    expect(scene.see({ kind: 'member', cause: 'QueueMemberPause', ...paused })).toMatchObject([
      { kind: 'member', cause: 'QueueMemberPause', row: { since } },
    ]);
  });

  it('stores the pause reason and start time on QueueMemberPause', () => {
    scene.see({ kind: 'member', cause: 'QueueMemberPause', ...ann, paused: true, pausedReason: 'Lunch' });
    expect(scene.member()).toMatchObject({
      paused: true,
      pausedReason: 'Lunch',
      pausedSince: scene.at,
      since: scene.at,
    });
    const began = scene.at;
    scene.see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, paused: true, pausedReason: 'Lunch' });
    expect(scene.member().pausedSince).toBe(began);
    scene.see({ kind: 'member', cause: 'QueueMemberPause', ...ann });
    expect(scene.member()).toMatchObject({ paused: false, pausedReason: '', pausedSince: null });
  });

  it('stores the new penalty on QueueMemberPenalty', () => {
    scene.see({ kind: 'member', cause: 'QueueMemberPenalty', ...ann, penalty: 7 });
    expect(scene.member().penalty).toBe(7);
  });

  it('keeps showing a busy device as ringing, also in the agent’s other queues', () => {
    scene.see({ kind: 'member', cause: 'QueueMember', ...ann, queue: 'support' });
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'member', cause: 'QueueMemberStatus', ...ann, status: 3 });
    expect(scene.member()).toMatchObject({ ringing: true, incall: false, callerNumber: '+34912345678' });
    expect(scene.member('support')).toMatchObject({ ringing: true, callQueue: 'sales' });
  });

  it('clears ringing and in-call state on AgentRingNoAnswer', () => {
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'agent-ring-no-answer', ...offer, ringMs: 8000 });
    expect(scene.member()).toMatchObject({ ringing: false, incall: false, callerNumber: null });
  });

  it('sets in-call on AgentConnect, clears it on AgentComplete and counts the call once', () => {
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 12, ringSeconds: 3 });
    expect(scene.member()).toMatchObject({
      incall: true,
      ringing: false,
      incallSince: scene.at,
      channel: 'PJSIP/acme-101-00000009',
      lastHoldtime: 12,
    });
    scene.see({ kind: 'agent-complete', ...offer, holdSeconds: 12, talkSeconds: 40, reason: 'agent' });
    expect(scene.member()).toMatchObject({
      incall: false,
      incallSince: null,
      channel: null,
      callsTaken: 3,
      lastTalktime: 40,
    });
    expect(scene.sales()?.completed).toBe(4);
    scene.see({ kind: 'agent-complete', ...offer, holdSeconds: 12, talkSeconds: 40, reason: 'agent' });
    expect(scene.sales()?.completed).toBe(4);
  });

  it('counts AgentComplete of a call whose answer was not observed', () => {
    scene.see({ kind: 'agent-complete', ...offer, holdSeconds: 1, talkSeconds: 2, reason: 'caller' });
    expect(scene.sales()?.completed).toBe(4);
  });

  it('counts nothing when AgentComplete of a transferred caller arrives long after the agent left', () => {
    scene.see({ kind: 'agent-complete', ...offer, agent: null, holdSeconds: 1, talkSeconds: 2, reason: 'caller' });
    expect(scene.sales()?.completed).toBe(3);
  });

  it('ends the call when the agent’s channel ends, even if AgentComplete is late or missing', () => {
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    scene.see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: 'Normal Clearing' });
    expect(scene.member().incall).toBe(false);
    scene.see({ kind: 'agent-complete', ...offer, agent: null, holdSeconds: 2, talkSeconds: 300, reason: 'transfer' });
    expect(scene.sales()?.completed).toBe(4);
  });

  it('ignores AgentComplete after both channels ended when it names neither', () => {
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    scene.see({ kind: 'hangup', ...agentLeg, cause: 16, causeText: '' });
    scene.see({ kind: 'hangup', ...channel('pbx.1'), cause: 16, causeText: '' });
    const nobody = { ...offer, caller: { ...offer.caller, uniqueid: '' }, agent: null };
    const made = scene.see({ kind: 'agent-complete', ...nobody, holdSeconds: 2, talkSeconds: 1, reason: 'agent' });
    expect(made).toEqual([]);
    expect(scene.sales()?.completed).toBe(4);
  });

  it.each(['agent', 'caller'] as const)(
    'counts a call once when AgentComplete follows the hangup of both channels, the %s first',
    (first) => {
      scene.see({ kind: 'agent-called', ...offer });
      scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
      const legs = [agentLeg, offer.caller];
      if (first === 'caller') legs.reverse();
      for (const leg of legs) scene.see({ kind: 'hangup', ...leg, cause: 16, causeText: '' });
      const late = { kind: 'agent-complete', ...offer, holdSeconds: 2, talkSeconds: 1, reason: 'agent' } as const;
      expect(scene.see(late)).toEqual([]);
      expect(scene.sales()?.completed).toBe(4);
      scene.tracker.settle(scene.at + 60_000);
      expect(scene.tracker.held()).toBe(0);
    },
  );

  it('counts the call of an agent who logs off during it and keeps the agent logged off', () => {
    const complete = { kind: 'agent-complete', ...offer, holdSeconds: 2, talkSeconds: 40, reason: 'agent' } as const;
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    scene.see({ kind: 'member-removed', queue: 'sales', interface: 'PJSIP/acme-101', name: 'Ann Archer' });
    const made = scene.see(complete).filter((e) => e.kind === 'member');
    expect(made).toMatchObject([
      { cause: 'AgentComplete', completes: true, talkSeconds: 40, gone: true, row: { incall: false, owner } },
    ]);
    expect(made.flatMap((e) => scopeEvent(e, { reach: 'platform' }) ?? [])).toEqual([]);
    expect(scene.sales()?.completed).toBe(4);
    expect(scene.tracker.state.members.size).toBe(0);
    // No state remains for the next call.
    expect(scene.see(complete)).toEqual([]);
  });

  it('uses the queue’s wrap-up time for agents without their own', () => {
    const lookup = { ofQueue: () => owner, ofChannel: () => owner, wrapupOf: () => 10 };
    const tracker = createTracker({ id: 1, name: 'Madrid 1' }, lookup);
    const wrapup = (told: number) => {
      tracker.fact({ kind: 'member', cause: 'QueueMember', ...ann, wrapupSeconds: told }, scene.at);
      return [...tracker.state.members.values()].map((m) => m.wrapupSeconds);
    };
    expect(wrapup(0)).toEqual([10]);
    expect(wrapup(4)).toEqual([4]);
  });

  it('stops ringing of all other agents of a ring-all queue when one answers', () => {
    const bob = { ...ann, interface: 'PJSIP/acme-102', stateInterface: 'PJSIP/acme-102', name: 'Bob Baker' };
    scene.see({ kind: 'member', cause: 'QueueMember', ...bob });
    scene.see({ kind: 'agent-called', ...offer });
    scene.see({
      kind: 'agent-called',
      ...offer,
      interface: bob.interface,
      memberName: bob.name,
      agent: channel('pbx.8', { linkedid: 'pbx.1' }),
    });
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    expect(scene.tracker.state.members.get('1\tsales\tPJSIP/acme-102')).toMatchObject({
      ringing: false,
      incall: false,
    });
  });

  it('shows hold and unhold on the agent', () => {
    scene.see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
    scene.see({ kind: 'hold', ...agentLeg });
    expect(scene.member().onHold).toBe(true);
    scene.see({ kind: 'unhold', ...agentLeg });
    expect(scene.member().onHold).toBe(false);
  });
});
