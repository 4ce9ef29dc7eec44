// Dial(): rings one phone or the trunk for a channel. Used by internal and outbound calls, direct lines and transfers.
import {
  bridge,
  dialEnd,
  dialplan,
  hangup,
  leaveBridge,
  newChannel,
  requestHangup,
  setConnected,
  setState,
  settle,
  softHangup,
} from './channels.ts';
import { emitCdr, keepCdr, sendCdrs } from './cdr.ts';
import { emitPair } from './emit.ts';
import type { Channel, Device, World } from './model.ts';
import { owedComplete } from './queue-counters.ts';

interface Leg {
  readonly caller: Channel;
  readonly callee: Channel;
  readonly exten: string;
  readonly context: string;
  answered: boolean;
  ended: boolean;
}

const noDrivers = (leg: Leg): void => {
  leg.caller.driver = null;
  leg.callee.driver = null;
};

/** SIP code and statuses of a refusal, by hang-up cause. */
const REFUSED: Readonly<
  Record<number, { readonly sip: number; readonly dialStatus: string; readonly disposition: 'BUSY' | 'FAILED' }>
> = {
  17: { sip: 486, dialStatus: 'BUSY', disposition: 'BUSY' },
  34: { sip: 503, dialStatus: 'CONGESTION', disposition: 'FAILED' },
};

/** Ends both legs. `by` hung up first; null if the dialplan ended the call. */
const end = (world: World, leg: Leg, by: Channel | null, cause: number): void => {
  if (leg.ended) return;
  leg.ended = true;
  noDrivers(leg);
  const { caller, callee } = leg;
  if (by) requestHangup(world, by, cause);
  if (!leg.answered)
    dialEnd(world, caller, callee, by === caller ? 'CANCEL' : (REFUSED[cause]?.dialStatus ?? 'NOANSWER'));
  const first = by ?? callee;
  leaveBridge(world, first);
  leaveBridge(world, first === caller ? callee : caller);
  if (by !== caller)
    hangup(world, callee, {
      cause: leg.answered ? 16 : cause in REFUSED ? cause : 0,
      techCause: leg.answered ? undefined : REFUSED[cause]?.sip,
      reported: by === callee,
    });
  if (by !== caller) softHangup(world, caller);
  emitCdr(world, {
    channel: caller,
    peer: callee,
    destination: leg.exten,
    context: leg.context,
    answered: leg.answered || caller.answeredAt !== null,
    disposition: leg.answered ? 'ANSWERED' : (REFUSED[cause]?.disposition ?? 'NO ANSWER'),
  });
  owedComplete(world, caller);
  if (by === caller) hangup(world, callee, { cause: leg.answered ? 16 : 0 });
  hangup(world, caller, { cause: leg.answered ? 16 : cause, reported: by === caller });
  settle(world, callee, caller);
  world.dispatch();
};

/** Ends the callee's channel. The caller can go to another destination. */
const release = (world: World, leg: Leg): boolean => {
  if (leg.ended) return false;
  leg.ended = true;
  noDrivers(leg);
  if (!leg.answered) dialEnd(world, leg.caller, leg.callee, 'CANCEL');
  keepCdr(world, {
    channel: leg.caller,
    peer: leg.callee,
    destination: leg.exten,
    context: leg.context,
    answered: leg.answered || leg.caller.answeredAt !== null,
    disposition: leg.answered ? 'ANSWERED' : 'NO ANSWER',
  });
  leaveBridge(world, leg.caller);
  leaveBridge(world, leg.callee);
  hangup(world, leg.callee, { cause: leg.answered ? 16 : 0 });
  settle(world, leg.callee);
  world.dispatch();
  return true;
};

const answered = (world: World, leg: Leg, talkMs: number | null): void => {
  if (leg.ended) return;
  leg.answered = true;
  const { caller, callee } = leg;
  setState(world, callee, 6);
  dialEnd(world, caller, callee, 'ANSWER');
  if (caller.state !== 6) setState(world, caller, 6);
  settle(world, callee, caller);
  bridge(world, callee, caller);
  if (talkMs !== null) world.clock.after(talkMs, () => end(world, leg, world.random.chance(0.5) ? caller : callee, 16));
};

interface DialHow {
  readonly target: Device;
  /** Callee as the caller sees it: extension and name, or the dialed number. */
  readonly number: string;
  readonly name: string;
  readonly exten: string;
  readonly context: string;
  readonly dialString: string;
  readonly talkMs: number | null;
  readonly answers: number;
  readonly ringMs: number;
}

export const dial = (world: World, caller: Channel, how: DialHow): void => {
  dialplan(world, caller, { exten: how.exten, context: how.context, priority: 2 }, 'Dial', `${how.dialString},20,tTkK`);
  const tenant = how.target.tenant;
  const callee = newChannel(world, {
    device: how.target,
    state: 0,
    callerNum: how.number,
    callerName: how.name,
    account: caller.account,
    context: tenant ? `${tenant.name}-internal` : 'from-trunk',
    exten: 's',
    linkedid: caller.linkedid,
    tenantId: caller.tenantId,
  });
  callee.exten = how.exten;
  setConnected(world, callee, caller.callerNum, caller.callerName);
  const leg: Leg = { caller, callee, exten: how.exten, context: how.context, answered: false, ended: false };
  caller.driver = { hangup: (_c, cause) => end(world, leg, caller, cause), release: () => release(world, leg) };
  callee.driver = {
    hangup: (_c, cause) => end(world, leg, callee, cause),
    release: () => false,
    transfer: (_c, to, where) => release(world, leg) && (dialExtension(world, leg.caller, to, where), true),
  };
  emitPair(world, 'DialBegin', caller, callee, [['DialString', how.dialString]]);
  setConnected(world, caller, how.number, how.name);
  const engaged = how.target.channels.size > 1 && how.target.noCallWaiting;
  world.clock.after(4, () => {
    if (leg.ended) return;
    if (engaged || !how.target.registered) return end(world, leg, engaged ? callee : null, engaged ? 17 : 19);
    setState(world, callee, 5);
    settle(world, callee, caller);
    emitPair(world, 'DialState', caller, callee, [['DialStatus', 'RINGING']]);
    if (world.plan.still) return undefined;
    if (how.target === world.trunk && world.random.chance(0.07)) {
      const cause = world.random.chance(0.7) ? 17 : 34;
      world.clock.after(how.ringMs, () => end(world, leg, callee, cause));
    } else if (world.random.chance(how.answers)) world.clock.after(how.ringMs, () => answered(world, leg, how.talkMs));
    else world.clock.after(20_000, () => !leg.answered && end(world, leg, null, 19));
    return undefined;
  });
};

/** Sends a channel to an extension of a tenant, like a transfer or Redirect. Hangs up if there is none. */
export const dialExtension = (world: World, caller: Channel, exten: string, context: string): void => {
  const tenant = context.replace(/-internal$/, '');
  const target = [...world.devices.values()].find((d) => d.extension === exten && d.tenant?.name === tenant);
  caller.context = context;
  caller.exten = exten;
  caller.priority = 1;
  if (target)
    return dial(world, caller, {
      target,
      number: target.extension,
      name: target.ownerName,
      exten,
      context,
      dialString: target.name,
      talkMs: Math.max(5000, world.random.logNormal(70, 0.7) * 1000),
      answers: 0.85,
      ringMs: world.random.between(1500, 9000),
    });
  if (/^\+?\d{7,}$/.test(exten))
    return dial(world, caller, {
      target: world.trunk,
      number: exten,
      name: '',
      exten,
      context,
      dialString: `${exten}@carrier`,
      talkMs: Math.max(5000, world.random.logNormal(80, 0.8) * 1000),
      answers: 0.72,
      ringMs: world.random.between(3000, 14_000),
    });
  softHangup(world, caller);
  sendCdrs(world, caller);
  owedComplete(world, caller);
  hangup(world, caller, { cause: 1 });
  settle(world, caller);
  world.dispatch();
};
