// A model of a PBX server for tests and benchmarks of lost links. It sees every fact and lists what a real server would list at that
// moment.
import type { ChannelFact, MemberFact, PartyFact, PbxFact, ShownChannelFact, Snapshot } from '../../asterisk/fact.ts';
import { NOBODY } from '../state.ts';
import { createTracker, type Tracker } from '../tracker/tracker.ts';

export interface Told {
  readonly fact: PbxFact;
  readonly at: number;
}

export const newTracker = (): Tracker =>
  createTracker({ id: 1, name: 'one' }, { ofQueue: () => NOBODY, ofChannel: () => NOBODY });

/** Models the lists of a PBX server: queues, members and callers come from an undisturbed tracker, channels from the model itself. */
export const createPbxModel = () => {
  const tracker = newTracker();
  const channels = new Map<string, ShownChannelFact & { readonly at: number }>();
  const members = new Map<string, MemberFact>();
  const see = (c: ChannelFact, at: number, more: Partial<ShownChannelFact> = {}): void => {
    const known = channels.get(c.uniqueid);
    const base = known ?? { application: 'AppDial', applicationData: '', durationSeconds: 0, bridgeId: '', at };
    channels.set(c.uniqueid, { ...base, ...c, ...more, at: base.at });
  };
  const change = (c: Partial<ChannelFact> & PartyFact, at: number, more: Partial<ShownChannelFact>): void => {
    const known = channels.get(c.uniqueid);
    if (known) see({ ...known, ...c }, at, more);
  };
  const follow = ({ fact: f, at }: Told): void => {
    tracker.fact(f, at);
    if (f.kind === 'channel' && f.cause === 'Newchannel') see(f, at);
    else if (f.kind === 'channel') change(f, at, {});
    else if (f.kind === 'channel-shown') see(f, at, f);
    else if (f.kind === 'hangup') channels.delete(f.uniqueid);
    else if (f.kind === 'bridge-enter') change(f, at, { bridgeId: f.bridgeId });
    else if (f.kind === 'bridge-leave') change(f, at, { bridgeId: '' });
    else if (f.kind === 'caller-joined')
      change(f.caller, at, { application: 'Queue', applicationData: `${f.queue},tT` });
    else if (f.kind === 'agent-called' && f.agent) change(f.agent, at, { application: 'AppQueue' });
    else if (f.kind === 'member') members.set(`${f.queue}\t${f.interface}`, f);
    else if (f.kind === 'member-removed') members.delete(`${f.queue}\t${f.interface}`);
  };
  const snapshot = (at: number): Snapshot => {
    const { queues, members: rows, callers } = tracker.state;
    return {
      startedAt: null,
      version: '22.10.1',
      systemName: 'pbx',
      summaries: [],
      queues: [...queues.values()].map((q) => ({ ...q, queue: q.name, calls: 0, serviceLevelPerf2: 0 })),
      members: [...rows.values()].map((m) => ({
        ...(members.get(`${m.queue}\t${m.interface}`) as MemberFact),
        callsTaken: m.callsTaken,
      })),
      entries: [...callers.values()].map((c) => ({
        ...c,
        waitSeconds: Math.floor((at - c.joinedAt) / 1000),
      })),
      channels: [...channels.values()].map((c) => ({ ...c, durationSeconds: Math.floor((at - c.at) / 1000) })),
    };
  };
  return { tracker, follow, snapshot };
};
