// Commands on active calls: hang up, blind and attended transfer, park, record.
import { can } from '@ringside/core/access/ability.ts';
import type { LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { callParts, type CallParts } from '../call-parts.ts';
import { outcomeOf, refuse, type CommandContext, type Outcome } from './command-context.ts';
import { checkNumber, dialTarget, type DialTarget } from './dial-target.ts';
import { recordingName, type Recordings } from '../recordings.ts';

type Of<A extends LiveCommand['action']> = Extract<LiveCommand, { action: A }>;

/** Asterisk plays the feature code to itself before the consultation starts, which took 2.4 s in measurements. */
const CONSULT_MS = 9_000;
const MOVE_MS = 4_000;

export const hangup = async (
  c: Of<'Hangup'>,
  ctx: Pick<CommandContext, 'targets' | 'legs' | 'send'>,
): Promise<Outcome> => {
  const { linkedid } = ctx.targets.call(c.Channel);
  const leg = (await ctx.legs(linkedid)).find((l) => l.channel === c.Channel);
  const expected = leg === undefined ? undefined : ({ kind: 'ended', uniqueid: leg.uniqueid } as const);
  return outcomeOf(await ctx.send('Hangup', { Channel: c.Channel, Cause: c.Cause }, { expected }));
};

/** Returns the dialable forms of a number. Phone digits have no plus, so `+` becomes `00` or is omitted. */
const pressable = (number: string): readonly string[] =>
  number.startsWith('+') ? [`00${number.slice(1)}`, number.slice(1)] : [number];

const targetOf = async (
  ctx: CommandContext,
  parts: CallParts,
  c: Of<'BlindTransfer'> | Of<'Atxfer'>,
): Promise<DialTarget> => {
  const { customerId } = parts.owner;
  await checkNumber(ctx, customerId, c.Exten);
  const known = [parts.own, parts.phone].flatMap((leg) => (leg === null ? [] : [leg.context]));
  return dialTarget(ctx, customerId, known, c.action === 'Atxfer' ? pressable(c.Exten) : [c.Exten], c.Context);
};

/** Transfers the party connected to the customer's phone. Waiting and parked callers are transferred directly. */
export const blindTransfer = async (c: Of<'BlindTransfer'>, ctx: CommandContext): Promise<Outcome> => {
  const parts = await callParts(ctx, c.Channel);
  const { context, exten } = await targetOf(ctx, parts, c);
  const { own } = parts;
  if (own !== null) {
    const expected = { kind: 'blind-transfer', uniqueid: own.uniqueid } as const;
    const fields = { Channel: own.channel, Context: context, Exten: exten };
    const done = await ctx.send('BlindTransfer', fields, { expected, waitMs: MOVE_MS });
    return outcomeOf(done, { channel: own.channel, context, exten });
  }
  const { other } = parts;
  if (other === null || !parts.wholly) throw refuse('Nobody has answered this call yet');
  const expected = { kind: 'moved-on', uniqueid: other.uniqueid } as const;
  const fields = { Channel: other.channel, Context: context, Exten: exten, Priority: 1 };
  const done = await ctx.send('Redirect', fields, { expected, waitMs: MOVE_MS });
  return outcomeOf(done, { channel: other.channel, context, exten });
};

/** Starts a consultation from the connected phone. Hanging up that phone completes the transfer. */
export const attendedTransfer = async (c: Of<'Atxfer'>, ctx: CommandContext): Promise<Outcome> => {
  const parts = await callParts(ctx, c.Channel);
  const { own } = parts;
  if (own === null) throw refuse('Nobody has answered this call yet');
  const { context, exten } = await targetOf(ctx, parts, c);
  const expected = { kind: 'consulting', exten, context } as const;
  const fields = { Channel: own.channel, Context: context, Exten: exten };
  const done = await ctx.send('Atxfer', fields, { expected, waitMs: CONSULT_MS });
  // Asterisk accepts the action even if the call may not be transferred, and sends no error.
  if (done.seen === null)
    throw refuse(
      'Nothing followed: attended transfer is not enabled for this call on the PBX (features.conf, option t)',
    );
  return outcomeOf(done, { channel: own.channel, context, exten });
};

export const park = async (c: Of<'Park'>, ctx: CommandContext): Promise<Outcome> => {
  const { own, other, wholly } = await callParts(ctx, c.Channel);
  if (other === null || (own === null && !wholly)) throw refuse('There is nobody in this call to park');
  if (other.parked) throw refuse('The call is parked already');
  const expected = { kind: 'parked', uniqueid: other.uniqueid } as const;
  const done = await ctx.send(
    'Park',
    { Channel: other.channel, TimeoutChannel: own?.channel },
    { expected, waitMs: MOVE_MS },
  );
  return outcomeOf(done, { channel: other.channel });
};

/** Users without the permission to hear recordings may not make them. */
const checkHearing = (ctx: Pick<CommandContext, 'caller'>): void => {
  if (!can(ctx.caller.abilities, 'read', 'recording')) throw new Refusal('forbidden');
};

export const record = async (c: Of<'Record'>, ctx: CommandContext, recordings: Recordings): Promise<Outcome> => {
  checkHearing(ctx);
  const { own, other, linkedid, wholly, owner } = await callParts(ctx, c.Channel);
  // A recording of the external party continues after a transfer. In a call shared with another customer, only the own channel is recorded.
  const leg = wholly ? (other ?? own) : own;
  if (leg === null) throw refuse('Nobody has answered this call yet');
  if (recordings.of(ctx.serverId, linkedid) !== null) throw refuse('The call is being recorded already');
  const customer = owner.customerId === null ? null : await ctx.phones.customer(owner.customerId);
  if (customer?.recordingFull === true)
    throw refuse('The customer’s recordings take all the room that they may: nothing more is recorded');
  const folder = await ctx.phones.recordingFolder(ctx.serverId);
  const file = folder + recordingName(customer?.code ?? 'platform', linkedid, ctx.now());
  const expected = { kind: 'recording', uniqueid: leg.uniqueid, on: true } as const;
  // `b`: record only while bridged. `i`: store the MixMonitor id in this variable, so that the recording can be stopped.
  const fields = { Channel: leg.channel, File: file, Options: 'bi(RINGSIDE_RECORDING)' };
  const done = await ctx.send('MixMonitor', fields, { expected, waitMs: MOVE_MS });
  const id = done.fields['MixMonitorID'] ?? '';
  if (id !== '') recordings.began(ctx.serverId, linkedid, { channel: leg.channel, uniqueid: leg.uniqueid, id });
  return outcomeOf(done, { channel: leg.channel, file, linkedid });
};

export const stopRecord = async (
  c: Of<'StopRecord'>,
  ctx: CommandContext,
  recordings: Recordings,
): Promise<Outcome> => {
  checkHearing(ctx);
  const { linkedid } = ctx.targets.call(c.Channel);
  const running = recordings.of(ctx.serverId, linkedid);
  if (running === null) throw refuse('No recording of this call was begun here');
  const expected = { kind: 'recording', uniqueid: running.uniqueid, on: false } as const;
  const fields = { Channel: running.channel, MixMonitorID: running.id };
  const done = await ctx.send('StopMixMonitor', fields, { expected, waitMs: MOVE_MS });
  recordings.ended(ctx.serverId, linkedid);
  return outcomeOf(done, { channel: running.channel });
};
