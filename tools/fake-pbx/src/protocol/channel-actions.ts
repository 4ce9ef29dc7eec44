// Actions on one channel that do not change the call: recording, DTMF and channel variables.
import { emitChannel } from '../sim/emit.ts';
import type { World } from '../sim/model.ts';
import { refusal, reply, success } from './reply.ts';
import type { Request } from './request.ts';

const named = (world: World, r: Request) => world.channels.get(r.get('Channel'));

const missing = (r: Request): string =>
  refusal(r, r.get('Channel') === '' ? 'No channel specified' : 'No such channel');

/** Asterisk returns the id only if an option requests it. */
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

/** Returns whether a tenant's phones can dial a number: their own extensions and parking spaces, and external numbers. */
const inDialplan = (world: World, context: string, exten: string): boolean => {
  const tenant = context.replace(/-internal$/, '');
  if (!world.plan.tenants.some((t) => `${t.name}-internal` === context)) return false;
  if (/^\+\d{2,}$|^00\d{2,}$/.test(exten)) return true;
  return [...world.devices.values()].some((d) => d.extension === exten && d.tenant?.name === tenant);
};

/** Returns fixed counts per box, because no messages are recorded. */
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

/** Supports the functions that a console reads. Any other variable is empty. */
export const getvar = (world: World, r: Request): string => {
  const variable = r.get('Variable');
  if (variable === '') return refusal(r, 'No variable specified');
  const told = [['Variable', variable]] as const;
  const asked = /^DIALPLAN_EXISTS\(([^,()]+),([^,()]+)(?:,1)?\)$/.exec(variable);
  const own =
    variable === 'ENTITYID' ? `02:00:00:00:00:${world.plan.systemName.length.toString(16).padStart(2, '0')}` : '';
  const phone = /^PJSIP_ENDPOINT\(([^,()]+),context\)$/.exec(variable)?.[1];
  const tenant = phone === undefined ? null : world.devices.get(`PJSIP/${phone}`)?.tenant;
  if (tenant) return reply(r, 'Success', [...told, ['Value', `${tenant.name}-internal`]]);
  const value = asked === null ? own : inDialplan(world, asked[1] ?? '', asked[2] ?? '') ? '1' : '0';
  return reply(r, 'Success', [...told, ['Value', value]]);
};
