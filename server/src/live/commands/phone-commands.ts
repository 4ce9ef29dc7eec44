// Commands that ring the caller's own phone: listen to a call, pick up a parked call, call a number. Originate runs only the fixed
// application of each command, with data that this module builds.
import { randomUUID } from 'node:crypto';
import { can } from '@ringside/core/access/ability.ts';
import type { LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import type { Expected } from '@ringside/core/live/expected.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { callParts } from '../call-parts.ts';
import { orAfter, outcomeOf, refuse, type CommandContext, type Done, type Outcome } from './command-context.ts';
import { checkNumber, dialTarget } from './dial-target.ts';
import type { OwnPhone } from './phone-queries.ts';

type Of<A extends LiveCommand['action']> = Extract<LiveCommand, { action: A }>;
type OnPhone = Of<'Listen' | 'Whisper' | 'Barge' | 'PickUp' | 'Call'>;

/** How long the phone rings, in milliseconds. */
const RING_MS = 30_000;
/** Time after which the command answers the browser. The phone still rings, and the user follows the rest there. */
const TELL_MS = 10_000;
const RINGS = 'Your phone is ringing';

/** Accepts only a plain PJSIP device name. */
const DEVICE = /^PJSIP\/[A-Za-z0-9_.-]{1,80}$/;

/**
 * The user's own line, selected if they have several. Platform staff have none and name a device.
 * @throws Refusal `conflict` without a line; `not-found` for another user's line
 */
const phoneOf = async (
  c: OnPhone,
  { caller, phones, serverId }: Pick<CommandContext, 'caller' | 'phones' | 'serverId'>,
): Promise<OwnPhone> => {
  const own = await phones.ownPhones(caller.userId, serverId);
  const found = own.find(
    (p) =>
      (c.Exten === undefined || p.extension === c.Exten) && (c.Interface === undefined || p.device === c.Interface),
  );
  if (found !== undefined) return found;
  const device = c.Interface;
  if (caller.viewer.reach === 'platform' && device !== undefined && DEVICE.test(device))
    return { device, name: '', extension: device.replace(/^.*[-/]/, '').replaceAll(/\D/g, '') };
  const path = c.Interface === undefined ? 'Exten' : 'Interface';
  if (own.length > 0) throw new Refusal('not-found', { errors: [{ path, code: 'unknown' }] });
  throw new Refusal('conflict', {
    detail: 'You have no extension on this PBX server. Ask your administrator for one.',
  });
};

interface Ringing {
  readonly uniqueid: string;
  readonly done: Promise<Done>;
}

/** Rings the phone. The caller ID is safe to quote: labels use a fixed alphabet and numbers are digits. */
const ring = (
  ctx: Pick<CommandContext, 'send'>,
  phone: OwnPhone,
  what: { readonly application: string; readonly data: string; readonly label: string },
  goal: Extract<Expected, { kind: 'phone' }>['goal'],
): Ringing => {
  const uniqueid = `ringside-${randomUUID()}`;
  const fields = {
    Channel: phone.device,
    ChannelId: uniqueid,
    Application: what.application,
    Data: what.data,
    CallerID: `"${what.label}" <${phone.extension}>`,
    Timeout: RING_MS,
    Async: 'true',
  };
  const expected = { kind: 'phone', device: phone.device, uniqueid, goal } as const;
  return { uniqueid, done: ctx.send('Originate', fields, { expected, waitMs: RING_MS + 5_000 }) };
};

const meanwhile = (facts: Readonly<Record<string, string>>): Outcome => ({
  message: RINGS,
  confirmed: false,
  space: null,
  facts,
});

/** ChanSpy options. `E`: exit when the call ends. `S`: exit if no call is active. `q`: no beep for the listener. */
const SPY = { Listen: 'qES', Whisper: 'qwES', Barge: 'qBES' } as const;
const LABELS = { Listen: 'Listen', Whisper: 'Whisper', Barge: 'Barge in' } as const;

export const spy = async (c: Of<'Listen' | 'Whisper' | 'Barge'>, ctx: CommandContext): Promise<Outcome> => {
  // Users without the permission to hear recordings may not listen to calls.
  if (!can(ctx.caller.abilities, 'read', 'recording')) throw new Refusal('forbidden');
  const { owner, phone: spied } = await callParts(ctx, c.Channel);
  const customer = owner.customerId === null ? null : await ctx.phones.customer(owner.customerId);
  const policy = customer?.supervision ?? 'silent';
  if (policy === 'off') throw refuse('This customer does not allow listening to its calls');
  if (spied === null) throw refuse('Nobody has answered this call yet');
  const phone = await phoneOf(c, ctx);
  if (spied.channel.startsWith(`${phone.device}-`)) throw refuse('This is your own call');
  // The tone plays before the phone rings, so that listening never starts if the tone cannot be played.
  if (policy === 'tone') await ctx.send('PlayDTMF', { Channel: spied.channel, Digit: '1' });
  const what = { application: 'ChanSpy', data: `${spied.channel},${SPY[c.action]}`, label: LABELS[c.action] };
  const { done } = ring(ctx, phone, what, 'spying');
  const facts = { channel: spied.channel, phone: phone.device, announced: policy === 'tone' ? 'tone' : 'no' };
  return orAfter(
    ctx,
    TELL_MS,
    done.then((d) => outcomeOf(d, facts)),
    meanwhile(facts),
  );
};

export const pickUp = async (c: Of<'PickUp'>, ctx: CommandContext): Promise<Outcome> => {
  const { legs } = await callParts(ctx, c.Channel);
  const parked = legs.find((leg) => leg.parked && leg.space !== '');
  if (parked === undefined) throw refuse('The call is not parked');
  const phone = await phoneOf(c, ctx);
  const { done } = ring(
    ctx,
    phone,
    { application: 'ParkedCall', data: parked.space, label: `Parked ${parked.space.replace(/^.*,/, '')}` },
    'connected',
  );
  const facts = { channel: parked.channel, phone: phone.device, space: parked.space };
  return orAfter(
    ctx,
    TELL_MS,
    done.then((d) => outcomeOf(d, facts)),
    meanwhile(facts),
  );
};

/** Calls a number from the user's phone. The phone's own context decides which numbers it may dial. */
export const call = async (c: Of<'Call'>, ctx: CommandContext): Promise<Outcome> => {
  const { caller } = ctx;
  await checkNumber(ctx, caller.customerId, c.Number);
  const phone = await phoneOf(c, ctx);
  const { uniqueid, done } = ring(
    ctx,
    phone,
    { application: 'Wait', data: '30', label: `Call ${c.Number}` },
    'answered',
  );
  const facts = { phone: phone.device, number: c.Number };
  const running = done.then(async ({ seen }) => {
    if (seen === null) throw refuse('Your phone was not answered');
    try {
      const { context, exten } = await dialTarget(ctx, null, [seen.context], [c.Number], undefined);
      const expected = { kind: 'dialling', linkedid: uniqueid, uniqueid } as const;
      const fields = { Channel: seen.channel, Context: context, Exten: exten, Priority: 1 };
      return outcomeOf(await ctx.send('Redirect', fields, { expected, waitMs: 4_000 }), { ...facts, context });
    } catch (error) {
      // Frees the answered phone, which would otherwise wait in silence.
      await ctx.send('Hangup', { Channel: seen.channel }).catch(() => undefined);
      throw error;
    }
  });
  return orAfter(ctx, TELL_MS, running, meanwhile(facts));
};
