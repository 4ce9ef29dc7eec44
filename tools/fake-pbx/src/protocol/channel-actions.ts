// Actions on one channel that leave the call as it is: recording it, a tone, a question to the dialplan.
import { emitChannel } from '../sim/emit.ts';
import type { World } from '../sim/model.ts';
import { refusal, reply, success } from './reply.ts';
import type { Request } from './request.ts';

const named = (world: World, r: Request) => world.channels.get(r.get('Channel'));

const missing = (r: Request): string =>
  refusal(r, r.get('Channel') === '' ? 'No channel specified' : 'No such channel');

/** Asterisk tells the id only where an option asks for it. */
export const mixMonitor = (world: World, r: Request): string => {
  const channel = named(world, r);
  if (!channel) return missing(r);
  const id = `0x7f${(0x10_0000 + world.emitted).toString(16)}`;
  channel.monitors.push(id);
  emitChannel(world, 'MixMonitorStart', channel);
  return reply(r, 'Success', /i\(\w+\)/.test(r.get('Options')) ? [['MixMonitorID', id]] : []);
};

export const stopMixMonitor = (world: World, r: Request): string => {
  const channel = named(world, r);
  if (!channel) return missing(r);
  const id = r.get('MixMonitorID') || channel.monitors.at(-1);
  if (id === undefined || !channel.monitors.includes(id)) return refusal(r, 'Could not stop monitoring channel');
  channel.monitors = channel.monitors.filter((one) => one !== id);
  emitChannel(world, 'MixMonitorStop', channel);
  return reply(r, 'Success');
};

export const playDtmf = (world: World, r: Request): string =>
  named(world, r) ? success(r, 'DTMF successfully queued') : refusal(r, 'Channel not found');

/** What each tenant's phones may dial: their own extensions and parking spaces, and whatever begins as a number outside. */
const inDialplan = (world: World, context: string, exten: string): boolean => {
  const tenant = context.replace(/-internal$/, '');
  if (!world.plan.tenants.some((t) => `${t.name}-internal` === context)) return false;
  if (/^\+\d{2,}$|^00\d{2,}$/.test(exten)) return true;
  return [...world.devices.values()].some((d) => d.extension === exten && d.tenant?.name === tenant);
};

/** Nobody leaves messages here: each box has the same few at all times. */
export const mailboxCount = (_world: World, r: Request): string => {
  const mailbox = r.get('Mailbox');
  if (mailbox === '') return refusal(r, 'Mailbox not specified');
  const digit = Number(/(\d)(?:@|$)/.exec(mailbox)?.[1] ?? 0);
  return reply(r, 'Success', [
    ['Message', 'Mailbox Message Count'],
    ['Mailbox', mailbox],
    ['UrgMessages', '0'],
    ['NewMessages', String(digit % 3)],
    ['OldMessages', String(digit % 5)],
  ]);
};

/** The functions that a console asks for; the value of any other is empty. */
export const getvar = (world: World, r: Request): string => {
  const variable = r.get('Variable');
  if (variable === '') return refusal(r, 'No variable specified');
  const asked = /^DIALPLAN_EXISTS\(([^,()]+),([^,()]+)(?:,1)?\)$/.exec(variable);
  const own =
    variable === 'ENTITYID' ? `02:00:00:00:00:${world.plan.systemName.length.toString(16).padStart(2, '0')}` : '';
  const value = asked === null ? own : inDialplan(world, asked[1] ?? '', asked[2] ?? '') ? '1' : '0';
  return reply(r, 'Success', [
    ['Variable', variable],
    ['Value', value],
  ]);
};
