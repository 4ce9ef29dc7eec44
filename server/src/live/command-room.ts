// What every command works with: who asks, what he may see, and a way to ask the PBX and to hear what came of it.
import type { Expected, Seen } from '@ringside/core/live/expected.ts';
import type { CallLeg } from '@ringside/core/live/tracked-calls.ts';
import { BusTimeout, type Bus } from '../bus/bus.ts';
import type { Caller } from '../http/context.ts';
import { Refusal } from '../http/errors.ts';
import type { Targets } from './command-targets.ts';
import { commandTopic, legsTopic, type PbxAnswer, type PbxCommand } from './live-batch.ts';
import type { Owners } from './owners.ts';
import type { Phones } from './phone-queries.ts';

/** What the PBX answered, and what its events said then. */
export interface Done {
  /** The PBX's own words. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** null: the events said nothing in time. */
  readonly seen: Seen | null;
}

/** What a command came to, for the caller and for the audit trail. */
export interface Outcome {
  readonly message: string;
  readonly confirmed: boolean;
  readonly space: string | null;
  /** What the server made of what was asked: channels, contexts, files. */
  readonly facts: Readonly<Record<string, string>>;
}

export interface Ask {
  readonly expected?: Expected | undefined;
  /** How long the events may take. */
  readonly waitMs?: number | undefined;
}

/** Sends one AMI action; throws a refusal when it was not done, or when the PBX tells that it came to nothing. */
export type Send = (action: string, fields: PbxCommand['fields'], ask?: Ask) => Promise<Done>;

export interface CommandRoom {
  readonly caller: Caller;
  readonly serverId: number;
  readonly targets: Targets;
  readonly owners: Owners;
  readonly phones: Phones;
  readonly send: Send;
  /** Channels of a call that is up. */
  readonly legs: (linkedid: string) => Promise<readonly CallLeg[]>;
  readonly now: () => number;
  /** Was answered before its end: what comes of it is told to the audit trail alone. */
  readonly late: (running: Promise<Outcome>) => void;
}

const ANSWER_MS = 16_000;

export const refuse = (detail: string): Refusal => new Refusal('pbx-refused', { detail });

export const outcomeOf = (done: Done, facts: Readonly<Record<string, string>> = {}): Outcome => ({
  message: done.message,
  confirmed: done.seen?.ok === true,
  space: done.seen?.space ?? null,
  facts,
});

/** What a phone that does not answer is told of, in words that the console knows (`refusal-text.ts` of the web). */
const FAILED: Readonly<Record<string, string>> = {
  busy: 'Your phone is busy',
  declined: 'The call was declined on your phone',
  'no-answer': 'Your phone was not answered',
  unreachable: 'Your phone cannot be reached: it is not registered',
  ended: 'The call has ended',
};

const read = (answer: PbxAnswer): Done => {
  switch (answer.kind) {
    case 'answered':
      if (!answer.success) throw refuse(answer.message);
      if (answer.seen?.ok === false) throw refuse(FAILED[answer.seen.reason] ?? answer.seen.reason);
      return { message: answer.message, fields: answer.fields, seen: answer.seen };
    case 'away':
      throw new Refusal('pbx-not-connected');
    case 'unsendable':
      throw new Refusal('invalid', { errors: [{ path: answer.header, code: 'one-line' }] });
  }
};

const away = (error: unknown): never => {
  if (error instanceof BusTimeout) throw new Refusal('pbx-not-connected');
  throw error;
};

export const senderOf =
  (bus: Bus, serverId: number): Send =>
  async (action, fields, { expected, waitMs } = {}) => {
    const command: PbxCommand = { action, fields, expected, waitMs };
    const answer = await bus.request(commandTopic(serverId), command, ANSWER_MS + (waitMs ?? 0)).catch(away);
    return read(answer as PbxAnswer);
  };

export const legsOf =
  (bus: Bus, serverId: number) =>
  async (linkedid: string): Promise<readonly CallLeg[]> =>
    (await bus.request(legsTopic(serverId), { linkedid }, ANSWER_MS).catch(away)) as readonly CallLeg[];

/** What is still under way after `ms` is answered with `meanwhile`; it goes on by itself. */
export const orAfter = async (
  room: Pick<CommandRoom, 'late'>,
  ms: number,
  running: Promise<Outcome>,
  meanwhile: Outcome,
): Promise<Outcome> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    const outcome = await Promise.race([running, over]);
    if (outcome !== null) return outcome;
    room.late(running);
    return meanwhile;
  } finally {
    clearTimeout(timer);
  }
};
