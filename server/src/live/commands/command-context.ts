// Context of a command: the caller, their scope, the PBX link and the expected events.
import type { Expected, Seen } from '@ringside/core/live/expected.ts';
import type { CallLeg } from '@ringside/core/live/tracker/tracked-calls.ts';
import { BusTimeout, type Bus } from '../../platform/bus/bus.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import type { Targets } from './command-targets.ts';
import { commandTopic, legsTopic, type PbxAnswer, type PbxCommand } from '../live-batch.ts';
import type { Owners } from '../owners.ts';
import type { Phones } from './phone-queries.ts';

/** The response of the PBX and the events that followed. */
export interface Done {
  /** The response message of the PBX, unchanged. */
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** `null` if no expected event arrived in time. */
  readonly seen: Seen | null;
}

/** The outcome of a command, for the caller and for the audit trail. */
export interface Outcome {
  readonly message: string;
  readonly confirmed: boolean;
  readonly space: string | null;
  /** Values that the server derived from the request: channels, contexts, files. */
  readonly facts: Readonly<Record<string, string>>;
}

interface Ask {
  readonly expected?: Expected | undefined;
  /** How long to wait for the expected events, in milliseconds. */
  readonly waitMs?: number | undefined;
}

/** Sends one AMI action. Throws a refusal when the PBX rejects it or when its events report a failure. */
export type Send = (action: string, fields: PbxCommand['fields'], ask?: Ask) => Promise<Done>;

export interface CommandContext {
  readonly caller: Caller;
  readonly serverId: number;
  readonly targets: Targets;
  readonly owners: Owners;
  readonly phones: Phones;
  readonly send: Send;
  /** Returns the channels of an active call. */
  readonly legs: (linkedid: string) => Promise<readonly CallLeg[]>;
  readonly now: () => number;
  /** Takes a command that was answered before it ended. Its outcome goes only to the audit trail. */
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

/** Messages for a phone that does not answer. The web app's `refusal-text.ts` translates them. */
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
    return read(await bus.request(commandTopic(serverId), command, ANSWER_MS + (waitMs ?? 0)).catch(away));
  };

export const legsOf =
  (bus: Bus, serverId: number) =>
  (linkedid: string): Promise<readonly CallLeg[]> =>
    bus.request(legsTopic(serverId), { linkedid }, ANSWER_MS).catch(away);

/** Returns the outcome of `running`, or `meanwhile` after `ms` milliseconds. The command then continues in the background. */
export const orAfter = async (
  ctx: Pick<CommandContext, 'late'>,
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
    ctx.late(running);
    return meanwhile;
  } finally {
    clearTimeout(timer);
  }
};
