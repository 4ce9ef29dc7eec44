// Renders the emergency calls of a tenant: all emergency numbers of its country, from every line, through any trunk that the tenant may
// use. No dial rule, barring, limit or suspension applies, and no route is needed.
import { FEATURE_CODES } from '../options/feature-codes.ts';
import { section } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { NO_LIMIT } from './credit-section.ts';
import { extensionLines, mustFit } from './dialplan-lines.ts';
import { emergencyContext, emergencyPlace, trunkEndpoint, TRUNKS } from './flow-names.ts';
import { endpointName } from '../phone-sections.ts';
import type { WantedEmergency, WantedFlow, WantedRoute, WantedTrunk } from '../wanted-flow.ts';

const EMERGENCY = /^[0-9]{2,6}$/;
const CALLER_ID = /^(\+?[0-9]{2,15})?$/;

/** Returns trunks of routes that contain the number first, then trunks of other routes, then all trunks that the tenant may use. */
const trunksFor = (
  code: string,
  number: string,
  routes: readonly WantedRoute[],
  trunks: ReadonlyMap<string, WantedTrunk>,
): readonly WantedTrunk[] => {
  const naming = routes.filter(({ shortNumbers }) => shortNumbers.includes(number));
  const ids = [...naming, ...routes].flatMap((route) => route.trunks);
  const open = [...trunks.values()].filter(({ tenant = null }) => tenant === null || tenant === code);
  const inOrder = [...ids, ...open.map(({ id }) => id).toSorted()];
  return [...new Set(inOrder)].flatMap((id) => trunks.get(id) ?? []);
};

/** Sets the caller ID of the calling line. `RINGSIDE_EMERGENCY` takes precedence over the trunk's caller ID. */
const callerLines = (
  code: string,
  { callerIdNumber, lines }: WantedEmergency,
  flow: WantedFlow,
  extensions: readonly string[],
): readonly ConfigLine[] => {
  const context = emergencyContext(code);
  const own = new Map(lines.map(({ extension, number }) => [extension, number]));
  const shown = new Map(flow.lineNumbers.map(({ extension, number }) => [extension, number]));
  const differing = extensions.filter((extension) => own.has(extension) || shown.has(extension));
  return [
    ...extensionLines('caller', [
      `Set(RINGSIDE_EMERGENCY=${callerIdNumber})`,
      `Set(__RINGSIDE_SHOWN=${flow.callerIdNumber})`,
      // Data of the call record: the calling line. Also clears the time limit and the hidden number.
      `Set(__RINGSIDE_TENANT=${code})`,
      'Set(__RINGSIDE_LINE=)',
      'Set(__RINGSIDE_HIDDEN=)',
      NO_LIMIT,
      'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?done)',
      'Set(__RINGSIDE_LINE=${CHANNEL(endpoint)})',
      `GotoIf($[\${DIALPLAN_EXISTS(${context},\${CHANNEL(endpoint)},1)} = 0]?done)`,
      `Gosub(${context},\${CHANNEL(endpoint)},1)`,
      '(done)Return()',
    ]),
    ...differing.flatMap((extension) => {
      const [emergency = '', number = ''] = [own.get(extension), shown.get(extension)];
      mustFit(CALLER_ID.test(emergency) && CALLER_ID.test(number), 'emergencyCallerId');
      return extensionLines(endpointName(code, extension), [
        ...(emergency === '' ? [] : [`Set(RINGSIDE_EMERGENCY=${emergency})`]),
        ...(number === '' ? [] : [`Set(__RINGSIDE_SHOWN=${number})`]),
        'Return()',
      ]);
    }),
  ];
};

/** Announces the number and the caller ID if a trunk is up, otherwise plays the congestion tone. Places no call. */
const testSteps = (number: string, trunks: readonly WantedTrunk[]): readonly string[] => [
  ...trunks.map(({ code }) => {
    const state = `\${DEVICE_STATE(PJSIP/${trunkEndpoint(code)})}`;
    return `GotoIf($["${state}" != "UNAVAILABLE" & "${state}" != "INVALID"]?ready)`;
  }),
  'Answer()',
  'Playtones(congestion)',
  'Wait(5)',
  'Hangup(34)',
  '(ready)Answer()',
  'Wait(1)',
  'Playback(beep)',
  `SayDigits(${number})`,
  'Wait(1)',
  'SayDigits(${FILTER(0-9,${RINGSIDE_EMERGENCY})})',
  'Playback(beep)',
  'Hangup(16)',
];

/**
 * `doors`: extensions of the tenant's own context. Returns `null` without emergency numbers.
 * @throws ValueRefused
 */
export const emergencySection = (
  code: string,
  flow: WantedFlow,
  routes: readonly WantedRoute[],
  trunks: ReadonlyMap<string, WantedTrunk>,
  extensions: readonly string[],
): { readonly section: ConfigSection; readonly doors: readonly ConfigLine[] } | null => {
  const { emergency } = flow;
  if (emergency === undefined || emergency.numbers.length === 0) return null;
  mustFit(CALLER_ID.test(emergency.callerIdNumber) && CALLER_ID.test(flow.callerIdNumber), 'emergencyCallerId');
  const context = emergencyContext(code);
  const numbers = [...new Set(emergency.numbers)].toSorted();
  const calls = numbers.flatMap((number) => {
    mustFit(EMERGENCY.test(number), 'country');
    const by = trunksFor(code, number, routes, trunks);
    const caller = `Gosub(${context},caller,1)`;
    return [
      ...extensionLines(number, [
        caller,
        // A prepaid call may have set a limit on the channel before it was transferred here.
        'Set(TIMEOUT(absolute)=0)',
        ...by.flatMap(({ id }, i) => [
          `Gosub(${TRUNKS},${emergencyPlace(id)},1(${number},,${i < by.length - 1 ? 1 : 0}))`,
          'ExecIf($["${RINGSIDE_NEXT}" = "0"]?Hangup(${RINGSIDE_ENDED}))',
        ]),
        'Hangup(34)',
      ]),
      ...extensionLines(`test${number}`, [
        caller,
        'ExecIf($["${RINGSIDE_EMERGENCY}" = ""]?Set(RINGSIDE_EMERGENCY=${RINGSIDE_SHOWN}))',
        ...testSteps(number, by),
      ]),
    ];
  });
  return {
    section: section(context, [...calls, ...callerLines(code, emergency, flow, extensions)]),
    doors: numbers.flatMap((number) => [
      ...extensionLines(number, [`Goto(${context},${number},1)`]),
      ...extensionLines(`${FEATURE_CODES.emergencyTest}${number}`, [`Goto(${context},test${number},1)`]),
    ]),
  };
};
