import { describe, expect, test } from 'vitest';
import { labPlan } from './lab-world.ts';
import type { Entry, World } from './sim/model.ts';
import type { PbxPlan } from './sim/plan.ts';
import { answer } from './sim/queue-talk.ts';
import { callQueue } from './sim/traffic.ts';
import { createWorld } from './sim/world.ts';
import { blocksOf, recordedBlocks, type Block } from './testing/transcript.ts';

/** Events unrelated to calls, or deliberately not simulated. */
const NOISE =
  /^(TestEvent|RTCP|ContactStatus|PeerStatus|FullyBooted|Response|.*Complete$|Queue(Params|Member|Entry|Summary)$|CoreShowChannel|Status$|BridgeListItem|SuccessfulAuth|ChallengeSent|ExtensionStatus)/;
/** Sent by other threads of Asterisk: their position among other events varies between runs. */
const ASIDE = new Set(['DeviceStateChange', 'QueueMemberStatus', 'DialState']);

const label = (b: Block): string => (b.name === 'VarSet' ? `VarSet ${b.get('Variable')}` : b.name);
const wanted = (b: Block): boolean =>
  !(NOISE.test(b.name) && b.name !== 'AgentComplete') &&
  (b.name !== 'VarSet' || ['RTPAUDIOQOS', 'QUEUESTATUS'].includes(b.get('Variable'))) &&
  !(b.name === 'DeviceStateChange' && (b.get('ActionID') !== '' || b.get('Device').endsWith('_avail')));
const spine = (blocks: readonly Block[]): readonly string[] =>
  blocks.filter((b) => wanted(b) && !ASIDE.has(b.name)).map(label);
const aside = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .filter((b) => wanted(b) && ASIDE.has(b.name))
    .map(
      (b) =>
        `${b.name} ${b.get('Device')}${b.get('Interface')} ${b.get('State')}${b.get('Status')}${b.get('DialStatus')}`,
    )
    .sort();

/** The lab's FreePBX-style member, with a Local channel between queue and phone. */
const withGil: PbxPlan = {
  ...labPlan,
  agents: [
    ...labPlan.agents,
    {
      ...labPlan.agents[0]!,
      name: 'Gil גיל',
      tenant: 'globex',
      extension: '203',
      local: true,
      queues: [{ queue: 'globex-billing', penalty: 0 }],
    },
  ],
};

interface Scene {
  readonly world: World;
  readonly entry: () => Entry;
  readonly wait: (seconds: number) => void;
  readonly queue: (name: string) => void;
}

const play = (act: (scene: Scene) => void, plan = labPlan): readonly Block[] => {
  let text = '';
  const world = createWorld(plan, 1_795_232_514_000, (_name, block) => (text += block));
  const wait = (seconds: number): void => world.clock.runTo(world.clock.now() + seconds * 1000);
  act({
    world,
    wait,
    entry: () => [...world.queues.values()].flatMap((q) => q.entries)[0]!,
    queue: (name) => {
      callQueue(world, world.queues.get(name)!, world.plan.tenants[0]!.people[0]!);
      wait(0.1);
    },
  });
  return blocksOf(text);
};

/** Returns the part of a transcript from one Newchannel of the carrier to the end of that call. */
const sceneOf = (file: string, call: number): readonly Block[] => {
  const blocks = recordedBlocks(file).filter((b) => b.get('Timestamp') !== '' && b.name !== 'Response');
  const starts = blocks.flatMap((b, i) =>
    b.name === 'Newchannel' && b.get('Channel').startsWith('PJSIP/carrier') ? [i] : [],
  );
  return blocks.slice(starts[call], starts[call + 1]);
};

/** Returns the call records without numbers that vary between runs. */
const records = (blocks: readonly Block[]): readonly string[] =>
  blocks
    .filter((b) => b.name === 'Cdr')
    .map((b) =>
      [
        ...['Destination', 'DestinationContext', 'Channel', 'DestinationChannel', 'LastApplication'],
        ...['Disposition', 'PeerAccount', 'RecordingFile', 'Tenant'],
      ]
        .map((name) =>
          b
            .get(name)
            .replace(/-[0-9a-f]{8}(;[12])?$/, '$1')
            .replace(/\/\d{4}.*/, ''),
        )
        .join(' | '),
    )
    .sort();

describe('a call has the same events as on a real Asterisk', () => {
  test('answered, the agent hangs up (03)', () => {
    const real = sceneOf('03-one-queue-call-agent-hangs-up', 0);
    const ours = play(({ world, entry, wait, queue }) => {
      queue('acme-sales');
      wait(1.9);
      const agent = entry().forks[0]!.channel;
      answer(world, entry(), entry().forks[0]!);
      wait(12);
      agent.driver!.hangup(agent, 16);
    });
    expect(spine(ours).slice(0, -2)).toEqual(spine(real).slice(0, -2));
    // The last two events are the Hangups of both legs, in either order.
    expect([...spine(ours)].sort()).toEqual([...spine(real)].sort());
    expect(aside(ours)).toEqual(aside(real));
  });

  test('abandoned while a phone rings (04)', () => {
    const real = sceneOf('04-abandon-timeout-full-withdraw', 0);
    const ours = play(({ world, entry, wait, queue }) => {
      queue('acme-sales');
      wait(4);
      entry().channel.driver!.hangup(entry().channel, 16);
      expect(world.channels.size).toBe(0);
    });
    expect([...spine(ours)].sort()).toEqual([...spine(real)].sort());
    expect(spine(ours).slice(0, -3)).toEqual(spine(real).slice(0, -3));
    expect(aside(ours)).toEqual(aside(real));
  });

  test('two phones ring at once, one is answered, the dialplan continues (05)', () => {
    const real = sceneOf('05-ringnoanswer-busy-autopause-ringall', 2);
    const ours = play(({ world, entry, wait, queue }) => {
      queue('globex-orders');
      wait(1.9);
      const [eve, frank] = entry().forks;
      expect(eve!.member.name).toBe('Eve Évrard');
      answer(world, entry(), frank!);
      wait(5);
      frank!.channel.driver!.hangup(frank!.channel, 16);
      wait(1);
    });
    // With parallel threads, the order of the rings and of the other hang-ups varies between runs. The simulation shows fewer dialplan
    // steps.
    const core = (list: readonly string[]): readonly string[] => list.filter((l) => l !== 'Newexten').sort();
    expect(core(spine(ours))).toEqual(core(spine(real)));
    expect(records(ours)).toEqual(records(real));
    expect(aside(ours)).toEqual(aside(real));
    const order = [
      'QueueCallerJoin',
      'AgentCalled',
      'AgentCalled',
      'DialEnd',
      'QueueCallerLeave',
      'AgentConnect',
      'BridgeEnter',
      'AgentComplete',
      'BridgeLeave',
      'VarSet QUEUESTATUS',
      'SoftHangupRequest',
    ];
    const only = (list: readonly string[]): readonly string[] => list.filter((l) => order.includes(l));
    expect(only(spine(ours))).toEqual(only(spine(real)));
  });

  test('unanswered until the timeout, with auto-pause of both agents (04)', () => {
    const joins = recordedBlocks('04-abandon-timeout-full-withdraw');
    const call = joins
      .filter((b) => b.name === 'Newchannel' && b.get('Channel').startsWith('PJSIP/carrier'))
      .findIndex((b) => b.get('Exten') === '+12025550102');
    const ofQueue = (blocks: readonly Block[]): readonly string[] =>
      blocks
        .filter((b) => /^(Queue|Agent)/.test(b.name) && b.get('Timestamp') !== '')
        .filter((b) => b.get('Queue') === 'acme-support')
        .map(
          (b) =>
            `${b.name} ${b.get('Status')} ${b.get('Paused')} ${b.get('PausedReason')} ${b.get('RingTime')} ${b.get('HoldTime')} ${b.get('Position')} ${b.get('Count')}`,
        );
    const real = ofQueue(sceneOf('04-abandon-timeout-full-withdraw', call));
    const ours = ofQueue(
      play(({ wait, queue, world }) => {
        const dan = world.queues.get('acme-support')!.members.reverse();
        expect(dan[0]!.name).toBe('Dan Díaz');
        queue('acme-support');
        wait(62);
      }),
    );
    expect(ours).toEqual(real);
  });

  test('the agent transfers the caller (08)', () => {
    const end = (blocks: readonly string[]): readonly string[] =>
      blocks.slice(blocks.indexOf('AgentConnect'), blocks.indexOf('DialBegin', blocks.indexOf('BlindTransfer')) + 1);
    const real = end(spine(sceneOf('08-transfers-redirect-park-bridge', 0)));
    const ours = end(
      spine(
        play(({ world, entry, wait, queue }) => {
          queue('acme-sales');
          wait(1);
          const agent = entry().forks[0]!.channel;
          answer(world, entry(), entry().forks[0]!);
          wait(2);
          agent.driver!.transfer!(agent, '102', 'acme-internal');
        }),
      ),
    );
    // `Unhold` depends on how the console asked. Newexten of the new leg comes from another thread.
    const steady = (list: readonly string[]): readonly string[] =>
      list.filter((l) => !/^(Unhold|Newexten|VarSet.*|Hangup)$/.test(l));
    expect(steady(ours)).toEqual(steady(real));
  });

  test('a Local member: four channels, one call (09)', () => {
    const real = sceneOf('09-local-channel-members', 0);
    const ours = play(({ world, entry, wait, queue }) => {
      queue('globex-billing');
      wait(1.9);
      const { phone } = entry().forks[0]!.legs;
      answer(world, entry(), entry().forks[0]!);
      expect(new Set([...world.channels.values()].map((c) => c.linkedid)).size).toBe(1);
      expect(world.channels.size).toBe(4);
      wait(6);
      phone!.driver!.hangup(phone!, 16);
      wait(1);
      expect(world.channels.size).toBe(0);
    }, withGil);
    const counted = (list: readonly string[]): readonly string[] => list.filter((l) => l !== 'Newexten').sort();
    expect(counted(spine(ours))).toEqual(counted(spine(real)));
    expect(records(ours)).toEqual(records(real));
    const order = [
      'QueueCallerJoin',
      'LocalBridge',
      'AgentCalled',
      'DialBegin',
      'DialEnd',
      'QueueCallerLeave',
      'AgentConnect',
      'AgentComplete',
    ];
    const only = (list: readonly string[]): readonly string[] => list.filter((l) => order.includes(l));
    expect(only(spine(ours))).toEqual(only(spine(real)));
  });

  test('header names and their order, for every event that both send', () => {
    const shape = (b: Block): string => b.headers.filter((h) => !h.endsWith('Tenantid')).join(' ');
    const real = new Map<string, Set<string>>();
    for (const file of [
      '03-one-queue-call-agent-hangs-up',
      '04-abandon-timeout-full-withdraw',
      '05-ringnoanswer-busy-autopause-ringall',
      '06-members-pause-penalty',
      '07-hold-unhold',
      '08-transfers-redirect-park-bridge',
      '09-local-channel-members',
      '10-internal-and-outbound',
      '12-supervise-spy-record-dtmf',
      '14-reload-restart-shutdown',
    ])
      for (const b of recordedBlocks(file)) real.set(b.name, (real.get(b.name) ?? new Set()).add(shape(b)));
    let text = '';
    const world = createWorld(
      {
        ...withGil,
        still: false,
        queues: labPlan.queues.map((q) => ({ ...q, callsPerHour: 60, transfers: 0.3, keyExit: 0.1 })),
        tenants: labPlan.tenants.map((t) => ({ ...t, internalPerHour: 30, outboundPerHour: 30 })),
      },
      1_795_232_514_000,
      (_n, b) => (text += b),
    );
    world.clock.runTo(world.clock.now() + 2 * 3_600_000);
    const seen = new Set<string>();
    for (const b of blocksOf(text)) {
      seen.add(b.name);
      expect([...(real.get(b.name) ?? [])], b.name).toContain(shape(b));
    }
    expect(seen.size).toBeGreaterThan(32);
  });
});
