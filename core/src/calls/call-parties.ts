// Splits a call between customers of one PBX server into one view per customer: an outbound call to a public number, and an inbound call
// from one. Neither sees the other's devices and extensions. Most calls concern one customer and stay unchanged.
import { callMarksOf } from '../asterisk/call-marks.ts';
import type { Leg } from '../asterisk/leg.ts';
import { deviceOfChannel, isLocal, publicChannel } from './channel-names.ts';
import type { QueueStay } from './call-terms.ts';

/** Looks up the customer of an object. `null`: none. Customers are opaque IDs. */
export interface CallOwnership {
  /** Returns the customer of a line, such as `PJSIP/acme-101`. A trunk has no customer. */
  readonly ofDevice: (device: string) => string | null;
  /** Returns the customer with a tenant code. The dialplan sets it as account code. */
  readonly ofTenant: (code: string) => string | null;
  /** Returns the customer of the leg's party A. */
  readonly ofLeg: (leg: Leg) => string | null;
  readonly ofQueue: (queue: string) => string | null;
  /** Distinguishes lines (`PJSIP/acme-101`) from trunks (`PJSIP/carrier`). */
  readonly isLine: (device: string) => boolean;
}

/** A line of one customer called the number of another. */
interface Crossing {
  readonly caller: string | null;
  readonly callee: string;
  /** The calling channel. */
  readonly channel: string;
  /** Digits. '' when withheld or unknown. */
  readonly shown: string;
  readonly number: string;
  readonly at: number;
}

export interface CallView {
  /** From marks and rows. `null`: unknown. */
  readonly customer: string | null;
  /** View of the customer whose number was called or whose line called. Other views belong to further customers. */
  readonly isOwn: boolean;
  readonly legs: readonly Leg[];
  readonly stays: readonly QueueStay[];
}

/** Returns the customer of a mark's line: `acme-101`, or `@acme` for a tenant. */
export const customerOfMark = (line: string, who: CallOwnership): string | null =>
  line === '' ? null : line.startsWith('@') ? who.ofTenant(line.slice(1)) : who.ofDevice(`PJSIP/${line}`);

const PUBLIC_NUMBER = /^\+?[0-9]{7,15}$/;
const publicDigits = (number: string): string => (PUBLIC_NUMBER.test(number) ? number.replace('+', '') : '');

const markedCrossings = (legs: readonly Leg[], own: string | null, who: CallOwnership): readonly Crossing[] => {
  const seen = new Set<string>();
  const crossings: Crossing[] = [];
  for (const { channel, userField } of legs) {
    if (!userField.includes('call:')) continue;
    const marks = callMarksOf(userField);
    marks.forEach((mark, i) => {
      if (mark.kind !== 'call') return;
      const { line, shown, number, at } = mark;
      const called = marks.slice(i).find((m) => m.kind === 'did');
      const callee = called?.kind === 'did' ? who.ofTenant(called.tenant) : null;
      const caller = customerOfMark(line, who) ?? own;
      const key = `${number} ${at}`;
      if (callee === null || callee === caller || seen.has(key)) return;
      seen.add(key);
      crossings.push({ caller, callee, channel, shown, number, at });
    });
  }
  return crossings;
};

/** For a dialplan without marks: a line dialed another customer's line, neither through a queue nor after a transfer. */
const plainCrossing = (legs: readonly Leg[], first: Leg, who: CallOwnership): readonly Crossing[] => {
  const caller = who.ofDevice(deviceOfChannel(first.channel));
  if (caller === null) return [];
  for (const leg of legs) {
    if (leg.channel !== first.channel || leg.destinationChannel === '' || isLocal(leg.destinationChannel)) continue;
    if (leg.lastApplication === 'Queue') return [];
    const callee = who.ofDevice(deviceOfChannel(leg.destinationChannel));
    if (callee === null || callee === caller) continue;
    const [shown, number] = [publicDigits(leg.source), publicDigits(leg.destination)];
    return [{ caller, callee, channel: leg.channel, shown, number, at: leg.startAt }];
  }
  return [];
};

/** Returns the customer of a leg's far end: of the line, or of the tenant for which a trunk channel was dialed. */
const ownerOfFarEnd = (leg: Leg, who: CallOwnership): string | null => {
  if (leg.destinationChannel === '' || isLocal(leg.destinationChannel)) return null;
  return who.ofDevice(deviceOfChannel(leg.destinationChannel)) ?? who.ofTenant(leg.peerAccount);
};

const later = (moment: number | null, at: number): number | null => (moment === null ? null : Math.max(moment, at));

/** The caller's view: everything on the called side is one leg to a public number. */
const asCaller = (leg: Leg, crossing: Crossing, who: CallOwnership): readonly Leg[] => {
  const { callee, channel, number, at } = crossing;
  const isAfter = leg.endAt >= Math.floor(at / 1000) * 1000;
  const isCallees = isAfter && (ownerOfFarEnd(leg, who) === callee || leg.destinationChannel === '');
  if (leg.channel !== channel) return who.ofDevice(deviceOfChannel(leg.channel)) === callee ? [] : [leg];
  if (!isCallees) return [leg];
  const answerAt = later(leg.answerAt, Math.min(at, leg.endAt));
  const destination = number === '' ? '' : `+${number}`;
  return [
    {
      ...leg,
      ...{ destination, destinationChannel: publicChannel(number), lastApplication: 'Dial', lastData: '', answerAt },
      ...{ disposition: answerAt === null ? leg.disposition : 'ANSWERED', context: '', recordingFile: '' },
    },
  ];
};

/** The called customer's view: a call from a public number that starts when the number was called. */
const asCallee = (leg: Leg, crossing: Crossing, who: CallOwnership): readonly Leg[] => {
  const { callee, channel, shown, number, at } = crossing;
  if (leg.endAt < Math.floor(at / 1000) * 1000) return [];
  const far = ownerOfFarEnd(leg, who);
  if (leg.channel !== channel) {
    return far === callee || who.ofDevice(deviceOfChannel(leg.channel)) === callee ? [leg] : [];
  }
  if (far !== callee && leg.destinationChannel !== '') return [];
  const source = shown === '' ? '' : `+${shown}`;
  const startAt = Math.max(leg.startAt, Math.min(at, leg.endAt));
  const kept = leg.userField.split(/[;|]/).filter((mark) => /^(out|end):/.test(mark));
  const userField = [...(number === '' ? [] : [`did:+${number}`]), ...kept].join('|');
  return [
    {
      ...leg,
      ...{ channel: publicChannel(shown), source, callerId: '', startAt, userField },
      answerAt: later(leg.answerAt, startAt),
    },
  ];
};

/** Recordings are stored below a folder of the recording tenant. */
const withRecordings = (legs: readonly Leg[], customer: string | null, who: CallOwnership): readonly Leg[] =>
  legs.map((leg) => {
    const recorder = who.ofTenant(leg.recordingFile.split('/')[0] ?? '');
    return leg.recordingFile === '' || recorder === null || recorder === customer ? leg : { ...leg, recordingFile: '' };
  });

/** Returns customers with a trunk leg that is in no other view: a line that transferred another customer's call. */
const transferrers = (
  legs: readonly Leg[],
  known: ReadonlySet<string | null>,
  who: CallOwnership,
): ReadonlyMap<string, readonly Leg[]> => {
  const found = new Map<string, Leg[]>();
  for (const leg of legs) {
    for (const mark of callMarksOf(leg.userField)) {
      if (mark.kind !== 'out' || mark.line === '' || mark.linkedid !== leg.linkedid) continue;
      const customer = customerOfMark(mark.line, who);
      if (customer === null || known.has(customer) || !leg.destinationChannel.endsWith(mark.serial)) continue;
      const channel = `PJSIP/${mark.line}-00000000`;
      const source = mark.shown === '' ? '' : `+${mark.shown}`;
      const own = { ...leg, channel, source, callerId: '', startAt: Math.max(leg.startAt, mark.answerAt) };
      found.set(customer, [...(found.get(customer) ?? []), own]);
    }
  }
  return found;
};

/** `legs`: all of one linked ID, in order. `first`: of the first channel. The first view belongs to the call's own customer. */
export const callViews = (
  legs: readonly Leg[],
  first: Leg,
  stays: readonly QueueStay[],
  who: CallOwnership,
): readonly CallView[] => {
  const marked = legs.some(({ userField }) => /call:|out:/.test(userField));
  const isLine = !isLocal(first.channel) && who.isLine(deviceOfChannel(first.channel));
  const plain = !marked && isLine && stays.length === 0 ? plainCrossing(legs, first, who) : [];
  if (!marked && plain.length === 0) return [{ customer: null, isOwn: true, legs, stays }];
  const number = callMarksOf(first.userField).find((mark) => mark.kind === 'did');
  const own = (isLine || number?.kind !== 'did' ? null : who.ofTenant(number.tenant)) ?? who.ofLeg(first);
  const crossings = marked ? markedCrossings(legs, own, who) : plain;
  const customers = [...new Set([own, ...crossings.map(({ callee }) => callee)])];
  const views = customers.map((customer): CallView => {
    let seen: readonly Leg[] = legs;
    const entry = customer === own ? undefined : crossings.find(({ callee }) => callee === customer);
    if (entry !== undefined) seen = seen.flatMap((leg) => asCallee(leg, entry, who));
    for (const exit of crossings) {
      if (exit.callee === customer || (exit.caller !== customer && customer !== own)) continue;
      const from = entry?.channel === exit.channel ? publicChannel(entry.shown) : exit.channel;
      seen = seen.flatMap((leg) => asCaller(leg, { ...exit, channel: from }, who));
    }
    const staysHere = stays.filter(({ queue }) => (who.ofQueue(queue) ?? own) === customer);
    return {
      ...{ customer, isOwn: customer === own },
      legs: customers.length === 1 ? seen : withRecordings(seen, customer, who),
      stays: customers.length === 1 ? stays : staysHere,
    };
  });
  const others = [...transferrers(legs, new Set(customers), who)].map(([customer, theirs]): CallView => ({
    ...{ customer, isOwn: false, legs: theirs, stays: [] },
  }));
  return [...views, ...others];
};
