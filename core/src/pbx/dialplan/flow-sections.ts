// Renders a tenant's groups, queue destinations, voicemail boxes, menus, hours and numbers as dialplan.
import { didMark } from '../../asterisk/call-marks.ts';
import { RING_STRATEGIES, WEEKDAYS } from '../../routing/call-flow.ts';
import { section, ValueRefused } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { COUNTED, DIGITS, extensionLines, mustFit, plainId, wholeWithin } from './dialplan-lines.ts';
import { boxPlace, destinationStep, groupPlace, linePlace } from './flow-destination.ts';
import type { Reachable } from './flow-destination.ts';
import { hoursContext, menuContext } from './flow-names.ts';
import { endpointName } from '../phone-sections.ts';
import { rateCheckStep } from './rate-check-section.ts';
import { ANSWER, markStep } from './mark-sections.ts';
import { limitSteps } from './limit-section.ts';
import { isSound } from '../sounds.ts';
import { CALLEE, CALLER, callerFeatures } from './transfer-options.ts';
import type { WantedFlow, WantedHours, WantedMenu, WantedNumber, WantedGroup } from '../wanted-flow.ts';
import type { WantedVoicemail } from '../wanted.ts';

/** Targets per line: dial strings are built in parts, because a line holds 240 characters. */
const PER_LINE = 4;
const MOST_MEMBERS = 50;

const ringTogether = (targets: readonly string[], seconds: number, variable = 'RINGSIDE_RING'): readonly string[] => {
  const parts = Array.from({ length: Math.ceil(targets.length / PER_LINE) }, (_, i) =>
    targets.slice(i * PER_LINE, (i + 1) * PER_LINE).join('&'),
  );
  return [
    ...parts.map((part, i) => `Set(${variable}=${i === 0 ? '' : `\${${variable}}&`}${part})`),
    `Dial(\${${variable}},${seconds},${CALLEE}${CALLER})`,
  ];
};

const ringSteps = ({ strategy }: WantedGroup, targets: readonly string[], seconds: number): readonly string[] => {
  const one = (target: string): readonly string[] => [`Dial(${target},${seconds},${CALLEE}${CALLER})`];
  switch (strategy) {
    case 'ringall':
      return ringTogether(targets, seconds);
    case 'hunt':
      return targets.flatMap(one);
    case 'widening':
      return targets.flatMap((_, i) => ringTogether(targets.slice(0, i + 1), seconds));
    case 'random':
      // Starts at a random member and rings each one once.
      return [
        `Set(RINGSIDE_FIRST=\${RAND(0,${targets.length - 1})})`,
        ...targets.flatMap((_, turn) => [
          ...targets.map(
            (target, i) =>
              `ExecIf($[(\${RINGSIDE_FIRST} + ${turn}) % ${targets.length} = ${i}]?Set(RINGSIDE_RING=${target}))`,
          ),
          `Dial(\${RINGSIDE_RING},${seconds},${CALLEE}${CALLER})`,
        ]),
      ];
  }
};

/**
 * Skips members that are not on the PBX server.
 * @throws ValueRefused
 */
export const groupLines = (group: WantedGroup, there: Reachable): readonly ConfigLine[] => {
  mustFit(RING_STRATEGIES.includes(group.strategy), 'strategy');
  // Each turn of these strategies repeats every member, so the maximum is small.
  const most = group.strategy === 'ringall' || group.strategy === 'hunt' ? MOST_MEMBERS : 10;
  if (group.members.length > most) throw new ValueRefused('members', 'too-long');
  const seconds = wholeWithin('ringSeconds', group.ringSeconds, 5, 300);
  const targets = [...new Set(group.members)]
    .filter((extension) => there.extensions.has(extension))
    .map((extension) => `PJSIP/${endpointName(there.code, extension)}`);
  return extensionLines(groupPlace(group.id), [
    ...COUNTED,
    ...(targets.length === 0 ? [] : [callerFeatures, ...ringSteps(group, targets, seconds)]),
    // An answered caller has already talked.
    'ExecIf($["${DIALSTATUS}" = "ANSWER"]?Hangup())',
    destinationStep('fallback', group.fallback, there),
  ]);
};

/** Plays the greeting, or the name followed by Asterisk's standard text. Without both, VoiceMail plays the standard text. */
const saidSteps = (greeting: string, name: string, own: string): readonly string[] => {
  if (greeting !== '') return [`Playback(${greeting})`];
  if (name === '') return [];
  return [`Playback(${name})`, `ExecIf($["\${PLAYBACKSTATUS}" = "SUCCESS"]?Playback(${own}&vm-intro))`];
};

/** If a greeting is not available (the console is down and it was never downloaded), the standard text is played. */
export const boxLines = (
  code: string,
  extension: string,
  { greeting = '', busyGreeting = '', nameGreeting = '' }: WantedVoicemail,
): readonly ConfigLine[] => {
  const steps = (said: readonly string[], own: string): readonly string[] => [
    ...said,
    `VoiceMail(${extension}@${code},${said.length === 0 ? own : `\${IF($["\${PLAYBACKSTATUS}" = "SUCCESS"]?s:${own})}`})`,
    'Hangup()',
  ];
  const away = steps(saidSteps(greeting, nameGreeting, 'vm-isunavail'), 'u');
  const [first = '', ...rest] = steps(saidSteps(busyGreeting || greeting, nameGreeting, 'vm-isonphone'), 'b');
  return extensionLines(boxPlace(extension), [
    ...COUNTED,
    'GotoIf($["${DIALSTATUS}" = "BUSY"]?busy)',
    ...away,
    `(busy)${first}`,
    ...rest,
  ]);
};

const KEY = /^[0-9*#]$/;

/**
 * Returns the section of an IVR menu.
 * @throws ValueRefused
 */
export const menuSection = (menu: WantedMenu, there: Reachable): ConfigSection => {
  for (const sound of [menu.prompt, menu.invalidPrompt]) mustFit(sound === '' || isSound(sound), 'prompt');
  const keys = new Set(menu.keys.map(({ key }) => key));
  mustFit(keys.size === menu.keys.length && menu.keys.every(({ key }) => KEY.test(key)), 'keys');
  const wait = wholeWithin('timeoutSeconds', menu.timeoutSeconds, 1, 60);
  const attempts = wholeWithin('attempts', menu.attempts, 1, 10);
  const context = menuContext(there.code, menu.id);
  const again = (sound: string): readonly string[] => [
    'Set(RINGSIDE_TRIES=$[0${RINGSIDE_TRIES} + 1])',
    `GotoIf($[\${RINGSIDE_TRIES} >= ${attempts}]?leave,1)`,
    ...(sound === '' ? [] : [`Playback(${sound})`]),
    'Goto(s,ask)',
  ];
  const dialled = menu.dialExtensions ? [...there.extensions].toSorted() : [];
  return section(context, [
    ...extensionLines('s', [
      ...COUNTED,
      ...ANSWER,
      'Set(RINGSIDE_TRIES=0)',
      'Set(TIMEOUT(digit)=3)',
      ...(menu.prompt === '' ? ['(ask)NoOp()'] : [`(ask)Background(${menu.prompt})`]),
      `WaitExten(${wait})`,
    ]),
    ...menu.keys.flatMap(({ key, destination }) => extensionLines(key, [destinationStep('keys', destination, there)])),
    ...dialled.flatMap((extension) =>
      extensionLines(extension, [`Goto(${linePlace(there.code, extension, there.short)},1)`]),
    ),
    ...extensionLines('i', again(menu.invalidPrompt)),
    ...extensionLines('t', again('')),
    ...extensionLines('leave', [destinationStep('fallback', menu.fallback, there)]),
  ]);
};

const CLOCK = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const ZONE = /^[A-Za-z0-9_+-]{1,40}(\/[A-Za-z0-9_+-]{1,40}){0,2}$/;
const DAY = /^([0-9]{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/;

/** Asterisk's time spans include their last minute: an end of `17:00` is written as `16:59`. */
const minuteBefore = (clock: string): string => {
  const minutes = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)) - 1;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};

const openSteps = (hours: WantedHours): readonly string[] => {
  if (hours.override !== 'auto') return [`Set(RINGSIDE_OPEN=${hours.override === 'open' ? 1 : 0})`];
  const closed = hours.holidays.map((day) => {
    mustFit(DAY.test(day), 'holidays');
    const format = day.length === 10 ? '%Y-%m-%d' : '%m-%d';
    return `ExecIf($["\${STRFTIME(\${EPOCH},${hours.timezone},${format})}" = "${day}"]?Return())`;
  });
  const open = hours.intervals.map(({ days, from, until }) => {
    mustFit(CLOCK.test(from) && (CLOCK.test(until) || until === '24:00') && from < until, 'intervals');
    mustFit(days.length > 0 && days.every((day) => WEEKDAYS.includes(day)), 'intervals');
    const span = `${from}-${minuteBefore(until)},${days.join('&')},*,*,${hours.timezone}`;
    return `ExecIfTime(${span}?Set(RINGSIDE_OPEN=1))`;
  });
  return ['Set(RINGSIDE_OPEN=0)', ...closed, ...open];
};

export const hoursPlace = (id: string): string => `h${plainId('id', id)}`;

/**
 * Returns a subroutine that sets `RINGSIDE_OPEN`.
 * @throws ValueRefused
 */
export const hoursLines = (hours: WantedHours): readonly ConfigLine[] => {
  mustFit(ZONE.test(hours.timezone), 'timezone');
  return extensionLines(hoursPlace(hours.id), [...openSteps(hours), 'Return()']);
};

/**
 * `hours`: the tenant's hours on the PBX server. A number whose hours are missing is always open.
 * @throws ValueRefused
 */
export const numberLines = (
  number: WantedNumber,
  there: Reachable,
  hours: ReadonlySet<string>,
  flow: WantedFlow,
): readonly ConfigLine[] => {
  mustFit(DIGITS.test(number.number) && number.number.length >= 7, 'number');
  const { closed } = number;
  const openingSteps =
    closed === null || !hours.has(closed.hours)
      ? []
      : [
          `Gosub(${hoursContext(there.code)},${hoursPlace(closed.hours)},1)`,
          'GotoIf($["${RINGSIDE_OPEN}" = "0"]?closed)',
        ];
  return extensionLines(number.number, [
    ...COUNTED,
    // A caller from another tenant's line keeps that tenant's account code.
    `ExecIf($["\${CHANNEL(accountcode)}" = ""]?Set(CHANNEL(accountcode)=${there.code}))`,
    `Set(__RINGSIDE_NUMBER=${number.number})`,
    // The CDR names the last dialed extension, which is not the called number.
    markStep(didMark(number.number, there.code)),
    rateCheckStep('in', there.code, number.number),
    ...limitSteps(there.code, flow, 'in'),
    ...openingSteps,
    destinationStep('destination', number.destination, there),
    ...(closed === null || openingSteps.length === 0
      ? []
      : [`(closed)${destinationStep('closedDestination', closed.destination, there)}`]),
  ]);
};
