// Originate: rings a phone on behalf of a console. After the answer, it goes to an extension or an application.
import { dialplan, hangup, newChannel, requestHangup, setConnected, setState, settle, softHangup } from './channels.ts';
import { takeParked } from './connect.ts';
import { channelText, emit, emitPair, render } from './emit.ts';
import type { Channel, World } from './model.ts';
import { sendTo } from './redirect.ts';

interface Origination {
  readonly actionId: string;
  readonly channel: string;
  /** Unique id of the channel, or ''. */
  readonly channelId: string;
  readonly application: string;
  readonly data: string;
  readonly context: string;
  readonly exten: string;
  readonly callerNum: string;
  readonly callerName: string;
  readonly timeoutMs: number;
}

const respond = (world: World, o: Origination, channel: Channel | null, reason: number): void =>
  emit(
    world,
    'OriginateResponse',
    render([
      ...(o.actionId === '' ? [] : ([['ActionID', o.actionId]] as const)),
      ['Response', channel ? 'Success' : 'Failure'],
      ['Channel', channel?.name ?? o.channel],
      ...(o.application === ''
        ? ([
            ['Context', o.context],
            ['Exten', o.exten],
          ] as const)
        : ([
            ['Application', o.application],
            ['Data', o.data],
          ] as const)),
      ['Reason', reason],
      ['Uniqueid', channel?.uniqueid ?? '<unknown>'],
      ['CallerIDNum', o.callerNum || '<unknown>'],
      ['CallerIDName', o.callerName || '<unknown>'],
    ]),
  );

const finish = (world: World, channel: Channel, requested: boolean): void => {
  if (channel.gone) return;
  if (requested) requestHangup(world, channel, 16);
  else softHangup(world, channel);
  hangup(world, channel, { cause: 16, reported: requested });
  settle(world, channel);
  world.dispatch();
};

const spy = (world: World, channel: Channel, data: string): void => {
  const spyee = [...world.channels.values()].find((c) => c.name.startsWith(data.split(',')[0]!));
  if (!spyee) return finish(world, channel, false);
  const both = channelText(channel, 'Spyer') + channelText(spyee, 'Spyee');
  emit(world, 'ChanSpyStart', both);
  const stop = (requested: boolean): void => {
    if (channel.gone) return;
    emit(world, 'ChanSpyStop', both);
    finish(world, channel, requested);
  };
  channel.driver = { hangup: () => stop(true), release: () => false };
  const watch = (): void => {
    if (channel.gone) return;
    if (spyee.gone) stop(false);
    else world.clock.after(500, watch);
  };
  watch();
};

/** Runs the application on the answered phone. */
const run = (world: World, channel: Channel, o: Origination): void => {
  switch (o.application.toLowerCase()) {
    case 'chanspy':
      return spy(world, channel, o.data);
    case 'parkedcall':
      if (!takeParked(world, channel, o.data)) finish(world, channel, false);
      return;
    case 'wait':
      // The channel may be redirected meanwhile.
      channel.driver = { hangup: () => finish(world, channel, true), release: () => true };
      world.clock.after(Number(o.data) * 1000, () => channel.application === 'Wait' && finish(world, channel, false));
      return;
    default:
      world.clock.after(5000, () => finish(world, channel, false));
  }
};

/** Returns whether the phone exists. The event OriginateResponse reports the outcome. */
export const originate = (world: World, o: Origination): boolean => {
  const device = world.devices.get(o.channel);
  if (!device?.tenant || !device.registered) {
    respond(world, o, null, 0);
    return device !== undefined;
  }
  const channel = newChannel(world, {
    device,
    state: 0,
    callerNum: device.extension,
    callerName: device.ownerName,
    account: device.tenant.name,
    context: `${device.tenant.name}-internal`,
    exten: 's',
    ...(o.channelId === '' ? {} : { uniqueid: o.channelId }),
  });
  setConnected(world, channel, o.callerNum, o.callerName);
  emitPair(world, 'DialBegin', null, channel, [['DialString', device.name]]);
  channel.driver = { hangup: () => finish(world, channel, true), release: () => false };
  world.clock.after(4, () => {
    if (channel.gone) return;
    setState(world, channel, 5);
    settle(world, channel);
    emitPair(world, 'DialState', null, channel, [['DialStatus', 'RINGING']]);
    world.clock.after(Math.min(o.timeoutMs, world.random.between(900, 2500)), () => {
      if (channel.gone) return;
      setState(world, channel, 6);
      emitPair(world, 'DialEnd', null, channel, [['DialStatus', 'ANSWER']]);
      settle(world, channel);
      respond(world, o, channel, 4);
      if (o.application === '') return void sendTo(world, channel, o.context, o.exten);
      dialplan(world, channel, {}, o.application, o.data);
      run(world, channel, o);
    });
  });
  return true;
};
