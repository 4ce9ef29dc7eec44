// Responses with the state of queues, channels, devices and the server itself.
import { stampOf } from '../sim/cdr.ts';
import { channelText, DEVICE_STATE, memberFields, render, type Fields } from '../sim/emit.ts';
import type { Entry, Member, Queue, World } from '../sim/model.ts';
import { serviceLevels } from '../sim/queue-counters.ts';
import { list, reply, type ListItem } from './reply.ts';
import type { Request } from './request.ts';

export const VERSION = '22.10.1';

const LIST_NAMES: Readonly<Record<string, string>> = { MemberName: 'Name', Interface: 'Location' };

const memberItem = (m: Member): ListItem => ({
  event: 'QueueMember',
  body: render(
    memberFields(m)
      .filter(([name]) => name !== 'Ringinuse')
      .map(([name, value]) => [LIST_NAMES[name] ?? name, value] as const),
  ),
});

const paramsItem = (q: Queue): ListItem => {
  const { perf, perf2 } = serviceLevels(q);
  return {
    event: 'QueueParams',
    body: render([
      ['Queue', q.name],
      ['Max', q.plan.maxLength],
      ['Strategy', q.plan.strategy],
      ['Calls', q.entries.length],
      ['Holdtime', q.holdtime],
      ['TalkTime', q.talktime],
      ['Completed', q.completed],
      ['Abandoned', q.abandoned],
      ['ServiceLevel', q.plan.serviceLevel],
      ['ServicelevelPerf', perf],
      ['ServicelevelPerf2', perf2],
      ['Weight', q.plan.weight],
    ]),
  };
};

const waitOf = (world: World, e: Entry): number => Math.floor(world.clock.now() / 1000) - Math.floor(e.joinedAt / 1000);

/** Names are not escaped in lists, and an empty one is `unknown` without brackets. */
const entryItem = (world: World, e: Entry, position: number): ListItem => ({
  event: 'QueueEntry',
  body: render([
    ['Queue', e.queue.name],
    ['Position', position],
    ['Channel', e.channel.name],
    ['Uniqueid', e.channel.uniqueid],
    ['CallerIDNum', e.channel.callerNum || 'unknown'],
    ['CallerIDName', e.channel.callerName || 'unknown'],
    ['ConnectedLineNum', e.channel.connectedNum || 'unknown'],
    ['ConnectedLineName', e.channel.connectedName || 'unknown'],
    ['Wait', waitOf(world, e)],
    ['Priority', e.priority],
  ]),
});

const chosen = (world: World, request: Request): readonly Queue[] => {
  const wanted = request.get('Queue');
  return [...world.queues.values()].filter((q) => wanted === '' || q.name === wanted);
};

export const queueStatus = (world: World, request: Request): string => {
  const only = request.get('Member');
  const items = chosen(world, request).flatMap((q) => [
    paramsItem(q),
    ...q.members.filter((m) => only === '' || m.interface === only || m.name === only).map(memberItem),
    ...q.entries.map((e, i) => entryItem(world, e, i + 1)),
  ]);
  return list(request, 'Queue status will follow', items, 'QueueStatusComplete');
};

const isReady = (m: Member): boolean => m.status === 1 && !m.paused;

export const queueSummary = (world: World, request: Request): string => {
  const items = chosen(world, request).map((q): ListItem => ({
    event: 'QueueSummary',
    body: render([
      ['Queue', q.name],
      ['LoggedIn', q.members.filter((m) => m.status !== 5 && m.status !== 4).length],
      ['Available', q.members.filter(isReady).length],
      ['Callers', q.entries.length],
      ['HoldTime', q.holdtime],
      ['TalkTime', q.talktime],
      ['LongestHoldTime', Math.max(0, ...q.entries.map((e) => waitOf(world, e)))],
    ]),
  }));
  return list(request, 'Queue summary will follow', items, 'QueueSummaryComplete');
};

const hms = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':');

export const showChannels = (world: World, request: Request): string => {
  const items = [...world.channels.values()].map((c): ListItem => ({
    event: 'CoreShowChannel',
    idFirst: true,
    body:
      channelText(c) +
      render([
        ['Application', c.application],
        ['ApplicationData', c.applicationData],
        ['Duration', hms(Math.floor((world.clock.now() - c.createdAt) / 1000))],
        ['BridgeId', c.bridge?.id ?? ''],
      ]),
  }));
  return list(request, 'Channels will follow', items, 'CoreShowChannelsComplete');
};

export const deviceStates = (world: World, request: Request): string => {
  const items = [...world.devices.values()].map((d): ListItem => ({
    event: 'DeviceStateChange',
    idFirst: true,
    body: render([
      ['Device', d.name],
      ['State', DEVICE_STATE[d.state] ?? 'UNKNOWN'],
    ]),
  }));
  return list(request, 'Device State Changes will follow', items, 'DeviceStateListComplete');
};

const dateAndTime = (ms: number): readonly [string, string] => stampOf(ms).split(' ') as [string, string];

export const coreStatus = (world: World, request: Request): string => {
  const [startDate, startTime] = dateAndTime(world.startedAt);
  const [reloadDate, reloadTime] = dateAndTime(world.reloadedAt);
  return reply(request, 'Success', [
    ['CoreStartupDate', startDate],
    ['CoreStartupTime', startTime],
    ['CoreReloadDate', reloadDate],
    ['CoreReloadTime', reloadTime],
    ['CoreCurrentCalls', new Set([...world.channels.values()].map((c) => c.linkedid)).size],
    ['CoreProcessedCalls', world.processedCalls],
  ]);
};

export const coreSettings = (world: World, request: Request): string => {
  const fields: Fields = [
    ['AMIversion', '11.0.0'],
    ['AsteriskVersion', VERSION],
    ['SystemName', world.plan.systemName],
    ['CoreMaxCalls', 0],
    ['CoreMaxLoadAvg', '0.000000'],
    ['CoreRunUser', ''],
    ['CoreRunGroup', ''],
    ['CoreMaxFilehandles', 65536],
    ['CoreRealTimeEnabled', 'No'],
    ['CoreCDRenabled', 'Yes'],
    ['CoreHTTPenabled', 'Yes'],
    ['SoundsSearchCustomDir', 'No'],
  ];
  return reply(request, 'Success', fields);
};
