// Tests a phone that is a member of queues of two customers. Each customer sees the calls of its own queue and otherwise a busy phone.
import { expect, it } from 'vitest';
import { reduce } from './reduce.ts';
import { scope, scopeEvent, type Viewer } from './scope.ts';
import { emptyState, NOBODY, type LiveState, type Owner } from './state.ts';
import { ann, channel, queue } from './testing/scene.ts';
import { createTracker } from './tracker/tracker.ts';

const of = (customerId: string): Owner => ({ customerId, callcenterId: null });
const [acme, globex] = [of('acme'), of('globex')];
const T0 = 1_795_000_000_000;

/** The phone belongs to Acme and the call to Globex. */
const shared = () => {
  const tracker = createTracker(
    { id: 1, name: 'PBX' },
    {
      ofQueue: (_, name) => (name === 'globex-sales' ? globex : acme),
      ofChannel: (_, c) => ({ acme, globex })[c.accountCode] ?? NOBODY,
    },
  );
  const viewers = [acme, globex].map(({ customerId }): { who: Viewer; state: LiveState; sent: string[] } => ({
    who: { reach: 'customer', customerId: customerId ?? '', serverIds: [1] },
    state: emptyState(),
    sent: [],
  }));
  let at = T0;
  const see = (fact: Parameters<typeof tracker.fact>[0]): void => {
    for (const event of tracker.fact(fact, (at += 1000)))
      for (const { who, state, sent } of viewers) {
        const seen = scopeEvent(event, who);
        if (seen === null) continue;
        reduce(state, seen);
        sent.push(JSON.stringify(seen));
      }
    for (const { who, state } of viewers) expect(state).toEqual(scope(tracker.state, who));
  };
  const [theirs, others] = viewers as [(typeof viewers)[0], (typeof viewers)[0]];
  for (const name of ['acme-sales', 'globex-sales']) {
    see({ kind: 'queue-params', ...queue, queue: name });
    see({ kind: 'member', cause: 'QueueMember', ...ann, queue: name });
  }
  return { see, acmes: theirs, globexs: others, tracker };
};

const caller = channel('pbx.1', { accountCode: 'globex', callerIdNum: '+34600111222', callerIdName: 'Secret Caller' });
const leg = channel('pbx.2', { channel: 'PJSIP/acme-101-00000002', linkedid: 'pbx.1', accountCode: 'acme', exten: '' });
const offer = { queue: 'globex-sales', interface: ann.interface, memberName: ann.name, caller, agent: leg };
const row = (state: LiveState, name: string) => state.members.get(`1\t${name}\t${ann.interface}`);

const answered = () => {
  const stage = shared();
  stage.see({ kind: 'channel', cause: 'Newchannel', ...caller });
  stage.see({ kind: 'caller-joined', queue: 'globex-sales', position: 1, count: 1, caller });
  stage.see({ kind: 'channel', cause: 'Newchannel', ...leg });
  stage.see({ kind: 'agent-called', ...offer });
  stage.see({ kind: 'dial-begin', callee: leg, dialString: 'acme-101' });
  return stage;
};

it('shows the caller to the queue’s customer and a busy phone to the other customer', () => {
  const { see, acmes, globexs } = answered();
  expect(row(acmes.state, 'acme-sales')).toMatchObject({ busyElsewhere: true, ringing: false, callerNumber: null });
  see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
  expect(row(globexs.state, 'globex-sales')).toMatchObject({ incall: true, callerNumber: '+34600111222' });
  expect(row(acmes.state, 'acme-sales')).toMatchObject({ busyElsewhere: true, incall: false, callQueue: null });
  see({ kind: 'agent-complete', ...offer, holdSeconds: 2, talkSeconds: 5, reason: 'caller' });
  see({ kind: 'hangup', ...leg, cause: 16, causeText: '' });
  see({ kind: 'hangup', ...caller, cause: 16, causeText: '' });
  expect(row(acmes.state, 'acme-sales')).toMatchObject({ busyElsewhere: false });
  for (const text of acmes.sent)
    for (const secret of ['+34600111222', 'Secret', 'globex', 'pbx.1', caller.channel])
      expect(text).not.toContain(secret);
});

it('does not make the owner of a phone an owner of a call from another customer’s queue', () => {
  const { acmes, globexs } = answered();
  expect(acmes.state.calls.size).toBe(0);
  expect([...globexs.state.calls.values()]).toMatchObject([{ owners: [globex], queue: 'globex-sales' }]);
});

it('shows the talking parties after the agent has transferred the caller', () => {
  const { see, globexs, acmes } = answered();
  see({ kind: 'agent-connect', ...offer, holdSeconds: 2, ringSeconds: 2 });
  see({ kind: 'blind-transfer', result: 'Success', transferer: leg, transferee: caller, exten: '205', context: 'x' });
  see({ kind: 'hangup', ...leg, cause: 16, causeText: '' });
  const next = channel('pbx.3', { channel: 'PJSIP/globex-205-00000003', linkedid: 'pbx.1', callerIdNum: '205' });
  see({ kind: 'channel', cause: 'Newchannel', ...next, accountCode: 'globex', exten: '' });
  see({ kind: 'dial-begin', callee: { ...next, accountCode: 'globex', exten: '' }, dialString: 'globex-205' });
  expect([...globexs.state.calls.values()]).toMatchObject([
    { queue: 'globex-sales', agent: null, agentInterface: null, destination: '205', owners: [globex] },
  ]);
  expect(acmes.state.calls.size).toBe(0);
});

it('does not make the phone’s customer an owner of a forwarded call in a snapshot that does not name its queue', () => {
  const { tracker } = shared();
  const { accountCode: _none, ...forwarded } = caller;
  const shown = (fact: typeof caller, application: string, applicationData: string) => ({
    ...{ ...fact, application, applicationData, durationSeconds: 3, bridgeId: 'b' },
  });
  const snapshot = {
    ...{ startedAt: null, version: '22.10.1', systemName: 'pbx', queues: [], members: [], entries: [], summaries: [] },
    channels: [
      shown({ ...forwarded, accountCode: '' }, 'Dial', 'Local/105@forward-to-sales,90'),
      shown({ ...leg, accountCode: 'acme' }, 'AppQueue', '(Outgoing Line)'),
    ],
  };
  tracker.snapshot(snapshot, T0 + 60_000);
  expect([...tracker.state.calls.values()].map(({ owners }) => owners)).toEqual([[NOBODY]]);
});

it('hides the queue and the agent of a call from the other customer who placed it', () => {
  const { see, acmes, globexs, tracker } = shared();
  const own = { ...caller, channel: 'PJSIP/acme-102-00000001', accountCode: 'acme' };
  see({ kind: 'channel', cause: 'Newchannel', ...own });
  see({ kind: 'caller-joined', queue: 'globex-sales', position: 1, count: 1, caller: own });
  see({ kind: 'channel', cause: 'Newchannel', ...leg });
  see({ kind: 'agent-connect', ...offer, caller: own, holdSeconds: 2, ringSeconds: 2 });
  expect([...acmes.state.calls.values()]).toMatchObject([{ queue: null, agent: null, channel: own.channel }]);
  expect([...globexs.state.calls.values()]).toMatchObject([{ queue: 'globex-sales', agent: ann.name, channel: '' }]);
  expect([...tracker.state.calls.values()][0]?.owners).toHaveLength(2);
});

it('applies a new queue owner to the rows of the agent’s other queues', () => {
  let sales = globex;
  const tracker = createTracker(
    { id: 1, name: 'PBX' },
    { ofQueue: (_, name) => (name === 'globex-sales' ? sales : acme), ofChannel: () => NOBODY },
  );
  for (const name of ['acme-sales', 'globex-sales']) {
    tracker.fact({ kind: 'queue-params', ...queue, queue: name }, T0);
    tracker.fact({ kind: 'member', cause: 'QueueMember', ...ann, queue: name }, T0);
  }
  tracker.fact({ kind: 'agent-called', ...offer }, T0);
  expect(row(tracker.state, 'acme-sales')?.callOwner).toEqual(globex);
  sales = acme;
  tracker.ownersChanged(T0 + 1);
  expect(row(tracker.state, 'acme-sales')?.callOwner).toEqual(acme);
});
