// Dialplan of a queue destination: entry, recording, and the overflow destinations.
import { SPOKEN_LANGUAGES } from '../../queues/queue-options.ts';
import { section } from '../../asterisk/config-file.ts';
import { MEMBER } from './transfer-options.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { COUNTED, extensionLines, mustFit, plainId, wholeWithin } from './dialplan-lines.ts';
import { destinationStep, placeOf, queuePlace } from './flow-destination.ts';
import type { Reachable } from './flow-destination.ts';
import { hoursContext } from './flow-names.ts';
import { hoursPlace } from './flow-sections.ts';
import { ANSWER } from './mark-sections.ts';
import { recordStep } from './record-steps.ts';
import type { WantedQueue } from '../wanted.ts';

const exitContext = (code: string, id: string): string => `${code}-exit-${plainId('id', id)}`;

const EXIT_KEY = /^[0-9*#]$/;
const hasExit = ({ options, exitTo }: WantedQueue): boolean =>
  options !== undefined && options.exitKey !== 'none' && exitTo !== undefined;

/** `hours`: hours on the PBX server. A queue whose hours are missing is always open. */
const closedSteps = ({ closed }: WantedQueue, there: Reachable, hours: ReadonlySet<string>): readonly string[] => {
  if (closed === undefined) return [];
  const away = destinationStep('closedDestination', closed.to ?? { kind: 'hangup' }, there);
  if (closed.hours === null) return [away];
  if (!hours.has(closed.hours)) return [];
  return [
    `Gosub(${hoursContext(there.code)},${hoursPlace(closed.hours)},1)`,
    'GotoIf($["${RINGSIDE_OPEN}" != "0"]?open)',
    away,
    '(open)NoOp()',
  ];
};

const spoken = ({ language = 'pbx' }: WantedQueue): readonly string[] => {
  mustFit(SPOKEN_LANGUAGES.includes(language), 'language');
  return language === 'pbx' ? [] : [`Set(CHANNEL(language)=${language})`];
};

/** Sets the penalty range for the start of the wait. `back`: resets it for a following queue. */
const penaltySteps = ({ options }: WantedQueue, back: boolean): readonly string[] => {
  const first = options?.penaltySteps.find(({ afterSeconds }) => afterSeconds === 0);
  if (first === undefined) return [];
  const [least, most] = back ? [0, ANY_PENALTY] : [first.minPenalty, first.maxPenalty];
  return [`Set(QUEUE_MIN_PENALTY=${least})`, `Set(QUEUE_MAX_PENALTY=${most})`];
};
/** Above every agent's penalty. */
const ANY_PENALTY = 1_000_000;

/**
 * Returns the lines of a queue destination.
 * @throws ValueRefused
 */
export const queueLines = (queue: WantedQueue, there: Reachable, hours: ReadonlySet<string>): readonly ConfigLine[] => {
  const most = wholeWithin('maxWaitSeconds', queue.maxWaitSeconds, 0, 86_400);
  const onward = (field: string, to: WantedQueue['timeoutTo'], when: string): readonly string[] => {
    if (to === undefined || to.kind === 'hangup') return [];
    const place = placeOf(field, to, there);
    return place === null ? [] : [`GotoIf($[${when}]?${place})`];
  };
  return extensionLines(queuePlace(queue.id), [
    ...COUNTED,
    ...closedSteps(queue, there, hours),
    ...ANSWER,
    ...spoken(queue),
    ...(queue.options?.recording === 'all' ? [recordStep(there.code, queue.options.recordingAnnouncement)] : []),
    ...penaltySteps(queue, false),
    // A timeout of 0 would end at once, so without a limit it is omitted.
    `Queue(${queue.name},${MEMBER}${most === 0 ? '' : `,,,${most}`})`,
    ...penaltySteps(queue, true),
    ...onward('timeoutDestination', queue.timeoutTo, '"${QUEUESTATUS}" = "TIMEOUT"'),
    // FULL, JOINEMPTY, LEAVEEMPTY, JOINUNAVAIL, LEAVEUNAVAIL.
    ...onward('fullDestination', queue.fullTo, '"${QUEUESTATUS}" =~ "FULL|EMPTY|UNAVAIL"'),
    'Hangup()',
  ]);
};

/**
 * Returns the destination of the exit key, or `null` without one.
 * @throws ValueRefused
 */
export const exitSection = (queue: WantedQueue, there: Reachable): ConfigSection | null => {
  const { options, exitTo } = queue;
  if (!hasExit(queue) || options === undefined || exitTo === undefined) return null;
  mustFit(EXIT_KEY.test(options.exitKey), 'exitKey');
  return section(
    exitContext(there.code, queue.id),
    extensionLines(options.exitKey, [...penaltySteps(queue, true), destinationStep('exitDestination', exitTo, there)]),
  );
};

/** Returns the exit context for queues.conf, or `null`. */
export const exitOf = (code: string, queue: WantedQueue): string | null =>
  hasExit(queue) ? exitContext(code, queue.id) : null;
