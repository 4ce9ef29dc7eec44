// The way out of a tenant: what its people dial becomes digits of E.164, the rules judge them, and the trunks of the route
// with the longest prefix carry the call, the next where one cannot.
import { section } from './config-file.ts';
import type { ConfigLine, ConfigSection } from './config-file.ts';
import { COUNTED, DIGITS, extensionLines, mustFit, plainId } from './dialplan-lines.ts';
import { leaveContext, linesContext, NUMBERS, outsideContext, rulesContext, TRUNKS } from './flow-names.ts';
import { leadsOutside } from './dialplan-section.ts';
import { endpointName, EXTENSION } from './phone-sections.ts';
import { barringRules } from './barring-rules.ts';
import { judgeNumber } from './judge-number.ts';
import { recordOutStep } from './record-steps.ts';
import { roomSteps } from './room-section.ts';
import type { WantedSubscriber } from './wanted.ts';
import type { WantedDialRule, WantedFlow, WantedRoute } from './wanted-flow.ts';

const NUMBER = /^\+?[0-9]{2,15}$/;
const SHORT = /^[0-9]{2,6}$/;

/** @throws ValueRefused */
export const checkRoute = (route: WantedRoute): void => {
  for (const prefix of route.prefixes) mustFit(DIGITS.test(prefix), 'prefixes');
  for (const number of route.shortNumbers) mustFit(SHORT.test(number), 'shortNumbers');
  for (const id of [route.id, ...route.trunks]) plainId('trunks', id);
};

/** `routes`: checked. From what is dialled to `<code>-outside`. Whatever is no digit is dropped: `&` would ring what it likes. */
export const outsideDoors = (code: string, flow: WantedFlow, routes: readonly WantedRoute[]): readonly ConfigLine[] => {
  const { dialling } = flow;
  const door = (pattern: string, prefix: string, skipped: number): readonly ConfigLine[] =>
    extensionLines(pattern, [`Goto(${outsideContext(code)},${prefix}\${FILTER(0-9,\${EXTEN:${skipped}})},1)`]);
  const short = [...new Set(routes.flatMap((route) => route.shortNumbers))].toSorted();
  const doors = new Map<string, readonly ConfigLine[]>([['_+X!', door('_+X!', '', 1)]]);
  if (dialling !== null) {
    const { callingCode, national, international } = dialling;
    mustFit(DIGITS.test(callingCode), 'country');
    for (const abroad of international) {
      mustFit(DIGITS.test(abroad), 'country');
      doors.set(`_${abroad}X!`, door(`_${abroad}X!`, '', abroad.length));
    }
    if (DIGITS.test(national)) {
      doors.set(`_${national}XXXXXX!`, door(`_${national}XXXXXX!`, callingCode, national.length));
    }
    if (flow.areaCode !== undefined && flow.areaCode !== '') {
      mustFit(DIGITS.test(flow.areaCode), 'defaultAreaCode');
      // In North America a number without its area code has seven digits; elsewhere it may have any number of them.
      const local = callingCode === '1' ? '_ZXXXXXX' : '_ZXXXX!';
      doors.set(local, door(local, callingCode + flow.areaCode, 0));
    }
    if (national === '' || national === callingCode) doors.set('_ZXXXXXXX!', door('_ZXXXXXXX!', callingCode, 0));
  }
  return [
    ...[...doors.values()].flat(),
    ...short.flatMap((number) => extensionLines(number, [`Goto(${outsideContext(code)},s${number},1)`])),
  ];
};

const rulesSection = (name: string, rules: readonly WantedDialRule[]): ConfigSection => {
  const prefixes = [...new Set(rules.flatMap((rule) => rule.prefixes))].toSorted();
  const judged = (allowed: boolean): readonly string[] => [`Set(RINGSIDE_ALLOWED=${allowed ? 1 : 0})`, 'Return()'];
  return section(name, [
    // A number is judged by the prefixes that it begins with, and each rule is known by those: so is every prefix.
    ...extensionLines('_X!', judged(judgeNumber(rules, '').allowed)),
    ...prefixes.flatMap((prefix) => {
      mustFit(DIGITS.test(prefix), 'prefixes');
      return extensionLines(`_${prefix}!`, judged(judgeNumber(rules, prefix).allowed));
    }),
  ]);
};

/** Which rules bind each line, what it is barred from among them, and one section for every such set. The first is that of lines nobody named. */
const rulesOf = (
  code: string,
  flow: WantedFlow,
  phones: readonly WantedSubscriber[],
  extensions: readonly string[],
) => {
  const dialRules = [...flow.dialRules, ...barringRules(phones, flow.dialling)];
  const sets = new Map<string, { readonly name: string; readonly rules: readonly WantedDialRule[] }>();
  const setOf = (extension: string | null): string => {
    const rules = dialRules.filter(
      (rule) => rule.extensions === null || (extension !== null && rule.extensions.includes(extension)),
    );
    const key = rules.map((rule) => dialRules.indexOf(rule)).join();
    const known = sets.get(key) ?? { name: rulesContext(code, sets.size), rules };
    sets.set(key, known);
    return known.name;
  };
  const usual = setOf(null);
  const byLine = new Map(extensions.map((extension) => [extension, setOf(extension)]));
  return { usual, byLine, sections: [...sets.values()].map(({ name, rules }) => rulesSection(name, rules)) };
};

/** A call that a line forwarded: that line's rules and number, whoever's channel it is. `RINGSIDE_NUMBER`: it came from outside. */
const sentSteps = (lines: string): readonly string[] => [
  'Goto(judge)',
  `(sent)GotoIf($[\${DIALPLAN_EXISTS(${lines},\${RINGSIDE_SENDER},1)} = 0]?judge)`,
  `Gosub(${lines},\${RINGSIDE_SENDER},1)`,
  'GotoIf($["${RINGSIDE_SHOWS}" != "caller" | "${RINGSIDE_NUMBER}" = ""]?judge)',
  'Set(RINGSIDE_CALLER=${FILTER(0-9+,${CALLERID(num)})})',
  'ExecIf($[${LEN(${RINGSIDE_CALLER})} > 6 & ${LEN(${RINGSIDE_CALLER})} < 17]?Set(RINGSIDE_SHOWN=${RINGSIDE_CALLER}))',
];

/** `sends`: whether any line forwards outside. */
const leaveSteps = (code: string, flow: WantedFlow, usual: string, sends: boolean): readonly string[] => {
  const lines = linesContext(code);
  mustFit(flow.callerIdNumber === '' || NUMBER.test(flow.callerIdNumber), 'callerIdNumber');
  return [
    ...COUNTED,
    `Set(RINGSIDE_SHOWN=${flow.callerIdNumber})`,
    `Set(RINGSIDE_RULES=${usual})`,
    ...(sends ? ['GotoIf($["${RINGSIDE_SENDER}" != ""]?sent)'] : []),
    // A call that was sent on has no line of its own.
    'GotoIf($["${CHANNEL(channeltype)}" != "PJSIP"]?judge)',
    `GotoIf($[\${DIALPLAN_EXISTS(${lines},\${CHANNEL(endpoint)},1)} = 0]?judge)`,
    `Gosub(${lines},\${CHANNEL(endpoint)},1)`,
    ...(sends ? sentSteps(lines) : []),
    '(judge)Set(RINGSIDE_ALLOWED=0)',
    // Longer than any number is.
    'ExecIf($[${LEN(${ARG1})} > 15]?Return())',
    'Gosub(${RINGSIDE_RULES},${ARG1},1)',
    'Return()',
  ];
};

/** Trunks in their order: the first that takes the call keeps it. `number`: what stands in the dialplan for it. */
const carrySteps = (route: WantedRoute, trunks: ReadonlySet<string>, number: string): readonly string[] => {
  const there = route.trunks.filter((id) => trunks.has(id));
  return [
    ...there.flatMap((id) => [
      `Gosub(${TRUNKS},t${plainId('trunks', id)},1(${number}))`,
      'ExecIf($["${RINGSIDE_NEXT}" = "0"]?Hangup(${HANGUPCAUSE}))',
    ]),
    // No route, or none that works: circuits busy.
    'Hangup(34)',
  ];
};

/** A tenant's own routes before everybody's, then by priority. */
export const routesOf = (code: string, routes: readonly WantedRoute[]): readonly WantedRoute[] =>
  routes
    .filter((route) => route.tenant === null || route.tenant === code)
    .toSorted(
      (a, b) =>
        Number(a.tenant === null) - Number(b.tenant === null) || a.priority - b.priority || (a.id < b.id ? -1 : 1),
    );

/** `routes`: checked, in their order; `trunks`: those on the PBX. @throws ValueRefused for what the tenant has wrong */
export const outsideSections = (
  code: string,
  flow: WantedFlow,
  routes: readonly WantedRoute[],
  trunks: ReadonlySet<string>,
  phones: readonly WantedSubscriber[],
): readonly ConfigSection[] => {
  const recorded = new Set(
    phones.flatMap(({ extension, recording }) => (recording === 'outbound' || recording === 'all' ? [extension] : [])),
  );
  const hidden = new Set(phones.flatMap(({ extension, hideNumber }) => (hideNumber === true ? [extension] : [])));
  const extensions = phones.map(({ extension }) => extension).toSorted();
  const sends = phones.some(({ forwarding }) => leadsOutside(forwarding));
  const byPrefix = new Map<string, WantedRoute>();
  const byShort = new Map<string, WantedRoute>();
  for (const route of routes) {
    for (const prefix of route.prefixes.length === 0 ? [''] : route.prefixes) {
      if (!byPrefix.has(prefix)) byPrefix.set(prefix, route);
    }
    for (const number of route.shortNumbers) if (!byShort.has(number)) byShort.set(number, route);
  }
  const rules = rulesOf(code, flow, phones, extensions);
  const shown = new Map(flow.lineNumbers.map(({ extension, number }) => [extension, number]));
  const lines = extensions.flatMap((extension) => {
    mustFit(EXTENSION.test(extension), 'extension');
    const number = shown.get(extension) ?? '';
    mustFit(number === '' || NUMBER.test(number), 'callerIdNumber');
    return extensionLines(endpointName(code, extension), [
      ...(number === '' ? [] : [`Set(RINGSIDE_SHOWN=${number})`]),
      ...(hidden.has(extension) ? ['Set(RINGSIDE_HIDDEN=1)'] : []),
      ...(recorded.has(extension) ? ['Set(RINGSIDE_RECORD=1)'] : []),
      `Set(RINGSIDE_RULES=${rules.byLine.get(extension) ?? rules.usual})`,
      'Return()',
    ]);
  });
  const outside = [...byPrefix].flatMap(([prefix, route]) =>
    extensionLines(prefix === '' ? '_X!' : `_${prefix}!`, [
      `Gosub(${leaveContext(code)},s,1(\${EXTEN}))`,
      'ExecIf($["${RINGSIDE_ALLOWED}" = "0"]?Hangup(21))',
      ...roomSteps(code, flow, 'out'),
      ...(hidden.size === 0 ? [] : ['ExecIf($["${RINGSIDE_HIDDEN}" = "1"]?Set(CALLERID(pres)=prohib))']),
      ...(recorded.size === 0 ? [] : [recordOutStep(code)]),
      // A number of this PBX, of whichever tenant: it need not leave to come back.
      `GotoIf($[\${DIALPLAN_EXISTS(${NUMBERS},\${EXTEN},1)} = 1]?inside)`,
      ...carrySteps(route, trunks, '${EXTEN}'),
      '(inside)Set(CALLERID(num)=${RINGSIDE_SHOWN})',
      `Goto(${NUMBERS},\${EXTEN},1)`,
    ]),
  );
  const short = [...byShort].flatMap(([number, route]) =>
    extensionLines(`s${number}`, [
      `Gosub(${leaveContext(code)},s,1(${number}))`,
      // Not for the rules to judge: among them are the numbers of emergency.
      ...carrySteps(route, trunks, `${number},1`),
    ]),
  );
  return [
    section(outsideContext(code), [...outside, ...short]),
    section(leaveContext(code), extensionLines('s', leaveSteps(code, flow, rules.usual, sends))),
    ...(lines.length === 0 ? [] : [section(linesContext(code), lines)]),
    ...rules.sections,
  ];
};
