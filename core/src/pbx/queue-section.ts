// A queue and its static members as a section of queues.conf.
import {
  ANNOUNCED_HOLDTIMES,
  ANNOUNCED_POSITIONS,
  AUTOPAUSES,
  EMPTY_STATES,
  MOST_PENALTY_STEPS,
  QUEUE_DEFAULTS,
  ROUNDED_SECONDS,
  TIMEOUT_PRIORITIES,
} from '../queues/queue-options.ts';
import type { QueueOptions } from '../queues/queue-options.ts';
import { uploadedIdOf } from '../routing/sound-name.ts';
import { line, section, ValueRefused } from '../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../asterisk/config-file.ts';
import { exitOf } from './dialplan/queue-dialplan.ts';
import { isSound, musicClass } from './sounds.ts';
import { endpointName } from './phone-sections.ts';
import { STRATEGIES } from './wanted.ts';
import type { WantedQueue, WantedSubscriber } from './wanted.ts';

const QUEUE = /^(?!general$)[A-Za-z0-9_.-]{1,80}$/;

const whole = (field: string, value: number, to: number): number => {
  if (!Number.isInteger(value) || value < 0 || value > to) throw new ValueRefused(field, 'shape');
  return value;
};

const must = (ok: boolean, field: string): void => {
  if (!ok) throw new ValueRefused(field, 'shape');
};
const among = <T>(field: string, known: readonly T[], value: T): T => {
  must(known.includes(value), field);
  return value;
};
const yesNo = (on: boolean): string => (on ? 'yes' : 'no');
const sound = (name: string, field: string, value: string): readonly ConfigLine[] => {
  must(value === '' || isSound(value), field);
  return value === '' ? [] : [line(name, value)];
};
const MUSIC = /^[A-Za-z0-9_-]{0,40}$/;

/**
 * Validates the steps and returns them in order.
 * @throws ValueRefused
 */
const stepsOf = ({ options }: WantedQueue): QueueOptions['penaltySteps'] => {
  const steps = options?.penaltySteps ?? [];
  must(steps.length <= MOST_PENALTY_STEPS, 'penaltySteps');
  let before = -1;
  for (const { afterSeconds, minPenalty, maxPenalty } of steps) {
    must(afterSeconds > before && minPenalty <= maxPenalty, 'penaltySteps');
    before = whole('penaltySteps', afterSeconds, 3600);
    whole('penaltySteps', minPenalty, 1000);
    whole('penaltySteps', maxPenalty, 1000);
  }
  return steps;
};

/**
 * Returns the later penalty steps as a rule of queuerules.conf with the queue's name, or `null`. The dialplan sets the first step, because
 * Asterisk applies a rule only after its first try.
 * @throws ValueRefused
 */
export const penaltyRule = (queue: WantedQueue): ConfigSection | null => {
  const later = stepsOf(queue).filter(({ afterSeconds }) => afterSeconds > 0);
  if (later.length === 0) return null;
  return section(
    queue.name,
    later.map(({ afterSeconds, minPenalty, maxPenalty }) =>
      line('penaltychange', `${afterSeconds},${maxPenalty},${minPenalty}`, true),
    ),
  );
};

/** Omits options that are off by default. */
const optionLines = (code: string, o: QueueOptions): readonly ConfigLine[] => {
  const uploaded = uploadedIdOf(o.musicClass);
  must(uploaded !== null || MUSIC.test(o.musicClass), 'musicClass');
  const states = (field: string, chosen: QueueOptions['joinEmpty']): string =>
    EMPTY_STATES.filter((state) => chosen.some((each) => among(field, EMPTY_STATES, each) === state)).join(',');
  const [join, leave] = [states('joinEmpty', o.joinEmpty), states('leaveEmpty', o.leaveEmpty)];
  return [
    line('autofill', yesNo(o.autofill)),
    line('joinempty', join === '' ? 'yes' : join),
    line('leavewhenempty', leave === '' ? 'no' : leave),
    line('autopause', among('autopause', AUTOPAUSES, o.autopause)),
    line('autopausedelay', whole('autopauseDelaySeconds', o.autopauseDelaySeconds, 3600)),
    line('autopausebusy', yesNo(o.autopauseBusy)),
    line('autopauseunavail', yesNo(o.autopauseUnavailable)),
    line('memberdelay', whole('memberDelaySeconds', o.memberDelaySeconds, 30)),
    line('reportholdtime', yesNo(o.reportHoldTime)),
    line('timeoutrestart', yesNo(o.timeoutRestart)),
    line('timeoutpriority', among('timeoutPriority', TIMEOUT_PRIORITIES, o.timeoutPriority)),
    line('penaltymemberslimit', whole('penaltyMembersLimit', o.penaltyMembersLimit, 1000)),
    ...(o.musicClass === '' ? [] : [line('musicclass', uploaded === null ? o.musicClass : musicClass(code, uploaded))]),
    ...sound('announce', 'agentAnnouncement', o.agentAnnouncement),
    ...sound('periodic-announce', 'periodicAnnouncement', o.periodicAnnouncement),
    ...(o.periodicAnnouncement === '' || o.periodicSeconds === 0
      ? []
      : [line('periodic-announce-frequency', whole('periodicSeconds', o.periodicSeconds, 3600))]),
    line('announce-frequency', whole('announceSeconds', o.announceSeconds, 3600)),
    line('min-announce-frequency', whole('announceMinimumSeconds', o.announceMinimumSeconds, 3600)),
    line('announce-position', among('announcePosition', ANNOUNCED_POSITIONS, o.announcePosition)),
    line('announce-position-limit', whole('announcePositionLimit', o.announcePositionLimit, 1000)),
    line('announce-holdtime', among('announceHoldTime', ANNOUNCED_HOLDTIMES, o.announceHoldTime)),
    line('announce-to-first-user', yesNo(o.announceToFirst)),
    line('announce-round-seconds', among('announceRoundSeconds', ROUNDED_SECONDS, o.announceRoundSeconds)),
    // Only known by newer versions, so written only when it differs from the default.
    ...(o.logHiddenNumbers ? [] : [line('log-restricted-caller-id', 'no')]),
  ];
};

/**
 * Omits members whose subscriber is not in `phones` (the tenant's rendered phones), because they would be invalid members.
 * @throws ValueRefused
 */
export const queueSection = (
  code: string,
  queue: WantedQueue,
  phones: ReadonlyMap<string, WantedSubscriber>,
): ConfigSection => {
  if (!QUEUE.test(queue.name)) throw new ValueRefused('name', 'shape');
  if (!STRATEGIES.includes(queue.strategy)) throw new ValueRefused('strategy', 'shape');
  // Values of the dialplan are validated here too, because the queue is written together with it.
  whole('maxWaitSeconds', queue.maxWaitSeconds, 86_400);
  sound('announce', 'recordingAnnouncement', queue.options?.recordingAnnouncement ?? '');
  const exit = exitOf(code, queue);
  const members = queue.members.flatMap(({ extension, penalty, kind }) => {
    const phone = phones.get(extension);
    // A dynamic member is added when its agent logs in.
    if (phone === undefined || kind === 'dynamic') return [];
    const name = endpointName(code, extension);
    return [line('member', `PJSIP/${name},${whole('penalty', penalty, 1000)},${phone.displayName}`, true)];
  });
  return section(queue.name, [
    line('strategy', queue.strategy),
    line('timeout', whole('ringSeconds', queue.ringSeconds, 300)),
    line('retry', whole('retrySeconds', queue.retrySeconds, 60)),
    line('wrapuptime', whole('wrapupSeconds', queue.wrapupSeconds, 3600)),
    line('maxlen', whole('maxCallers', queue.maxCallers, 9999)),
    line('weight', whole('weight', queue.weight, 100)),
    line('servicelevel', whole('serviceLevelSeconds', queue.serviceLevelSeconds, 3600)),
    line('ringinuse', queue.ringInUse ? 'yes' : 'no'),
    ...optionLines(code, queue.options ?? QUEUE_DEFAULTS),
    ...(exit === null ? [] : [line('context', exit)]),
    ...(penaltyRule(queue) === null ? [] : [line('defaultrule', queue.name)]),
    line('setinterfacevar', 'yes'),
    line('setqueuevar', 'yes'),
    line('setqueueentryvar', 'yes'),
    ...members,
  ]);
};
