// Actions on calls: hang up, redirect, transfer, park and originate.
import { localPair } from '../sim/agent-legs.ts';
import { hangup } from '../sim/channels.ts';
import type { Channel, World } from '../sim/model.ts';
import { originate } from '../sim/originate.ts';
import { park, parkedText } from '../sim/parking.ts';
import { redirect } from '../sim/redirect.ts';
import { list, refusal, success } from './reply.ts';
import type { Request } from './request.ts';

const end = (channel: Channel, cause: number): void => channel.driver?.hangup(channel, cause);

export const hangupAction = (world: World, r: Request): string => {
  const name = r.get('Channel');
  const cause = Number.parseInt(r.get('Cause'), 10) || 16;
  if (name === '') return refusal(r, 'No channel specified');
  if (name.startsWith('/') && name.endsWith('/') && name.length > 2) {
    let wanted: RegExp;
    try {
      wanted = new RegExp(name.slice(1, -1));
    } catch {
      return refusal(r, `Regex compile failed on: ${name}`);
    }
    const found = [...world.channels.values()].filter((c) => wanted.test(c.name));
    for (const c of found) end(c, cause);
    const items = found.map((c) => ({ event: 'ChannelHungup', body: `Channel: ${c.name}\r\n` }));
    return list(r, 'Channels hung up will follow', items, 'ChannelsHungupListComplete');
  }
  const channel = world.channels.get(name);
  if (!channel) return refusal(r, 'No such channel');
  end(channel, cause);
  return success(r, 'Channel Hungup');
};

export const redirectAction = (world: World, r: Request): string => {
  const [name, context, exten, priority] = [r.get('Channel'), r.get('Context'), r.get('Exten'), r.get('Priority')];
  if (name === '') return refusal(r, 'Channel not specified');
  if (context === '') return refusal(r, 'Context not specified');
  if (exten === '') return refusal(r, 'Exten not specified');
  if (priority === '') return refusal(r, 'Priority not specified');
  const channel = world.channels.get(name);
  if (!channel) return refusal(r, `Channel does not exist: ${name}`);
  return redirect(world, channel, context, exten) ? success(r, 'Redirect successful') : refusal(r, 'Redirect failed');
};

/** `Channel` is the transferring party. The other party is transferred. */
export const blindTransfer = (world: World, r: Request): string => {
  const [name, exten] = [r.get('Channel'), r.get('Exten')];
  if (name === '') return refusal(r, 'No channel specified');
  if (exten === '') return refusal(r, 'No extension specified');
  const channel = world.channels.get(name);
  if (!channel) return refusal(r, 'Channel specified does not exist');
  const context = r.get('Context') || channel.context;
  return channel.driver?.transfer?.(channel, exten, context) === true
    ? success(r, 'Transfer succeeded')
    : refusal(r, 'Transfer not permitted');
};

/** Simulates an attended transfer: the feature code plays, the transferer calls the target and hangs up shortly after the answer. */
export const attendedTransfer = (world: World, r: Request): string => {
  const [name, exten] = [r.get('Channel'), r.get('Exten')];
  if (name === '') return refusal(r, 'Channel not specified');
  if (exten === '') return refusal(r, 'Extension not specified');
  const channel = world.channels.get(name);
  if (!channel) return refusal(r, 'Channel specified does not exist');
  const context = r.get('Context') || channel.context;
  world.clock.after(2400, () => {
    if (channel.gone || channel.driver?.transfer === undefined) return;
    const { one, two } = localPair(world, channel, exten, context);
    world.clock.after(3000, () => {
      hangup(world, one, { cause: 16 });
      hangup(world, two, { cause: 16 });
      if (!channel.gone) channel.driver?.transfer?.(channel, exten, context);
    });
  });
  return success(r, 'Atxfer successfully queued');
};

export const originateAction = (world: World, r: Request): string => {
  const name = r.get('Channel');
  if (name === '') return refusal(r, 'Channel not specified');
  if (!name.includes('/')) return refusal(r, 'Invalid channel');
  if (r.get('Application') === '' && r.get('Exten') === '') return refusal(r, 'Invalid priority');
  const callerId = /^(?:"?(.*?)"?\s*)?<([^>]*)>$/.exec(r.get('CallerID'));
  const ok = originate(world, {
    actionId: r.get('ActionID'),
    channel: name,
    channelId: r.get('ChannelId'),
    application: r.get('Application'),
    data: r.get('Data'),
    context: r.get('Context'),
    exten: r.get('Exten'),
    callerNum: callerId?.[2] ?? r.get('CallerID'),
    callerName: callerId?.[1] ?? '',
    timeoutMs: Number.parseInt(r.get('Timeout'), 10) || 30_000,
  });
  return ok ? success(r, 'Originate successfully queued') : refusal(r, 'Originate failed');
};

/** Parks the given channel. The channel at the other end is the parker. */
export const parkAction = (world: World, r: Request): string => {
  const name = r.get('Channel');
  if (name === '') return refusal(r, 'Channel not specified');
  const channel = world.channels.get(name);
  if (!channel) return refusal(r, `Channel does not exist: ${name}`);
  const other = channel.bridge?.channels.find((c) => c !== channel);
  const parker = world.channels.get(r.get('TimeoutChannel'))?.device ?? other?.device ?? channel.device;
  const timeout = Math.round((Number.parseInt(r.get('Timeout'), 10) || 45_000) / 1000);
  // Asterisk also sends this bare line feed before CRLF.
  return park(world, channel, parker, timeout) ? success(r, 'Park successful\n') : refusal(r, 'Park failure\n');
};

export const parkedCalls = (world: World, r: Request): string => {
  const items = [...world.parked.values()].map((p) => ({ event: 'ParkedCall', body: parkedText(world, p) }));
  return list(r, 'Parked calls will follow', items, 'ParkedCallsComplete');
};
