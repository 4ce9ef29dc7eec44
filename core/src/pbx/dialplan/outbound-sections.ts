// Renders outbound calls of a tenant: the dialed digits become E.164, dial rules allow or deny them, and the trunks of the route with the
// longest prefix carry the call, with failover to the next trunk.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigLine, ConfigSection } from '../../asterisk/config-file.ts';
import { DIGITS, extensionLines, mustFit, plainId } from './dialplan-lines.ts';
import {
  leaveContext,
  linesContext,
  MARKS,
  NUMBERS,
  outsideContext,
  rulesContext,
  trunkPlace,
  TRUNKS,
} from './flow-names.ts';
import { leaveSection } from './leave-section.ts';
import { endpointName, EXTENSION } from '../phone-sections.ts';
import { barringRules } from './barring-rules.ts';
import { creditInsideStep, creditSteps, NO_LIMIT } from './credit-section.ts';
import { matchDialRules } from '../match-dial-rules.ts';
import { rateCheckStep } from './rate-check-section.ts';
import { recordOutStep } from './record-steps.ts';
import { limitSteps } from './limit-section.ts';
import type { WantedSubscriber } from '../wanted.ts';
import type { WantedDialRule, WantedFlow, WantedRoute, WantedTrunk } from '../wanted-flow.ts';

const NUMBER = /^\+?[0-9]{2,15}$/;
const SHORT = /^[0-9]{2,6}$/;

/**
 * Validates a route.
 * @throws ValueRefused
 */
export const checkRoute = (route: WantedRoute): void => {
  for (const prefix of route.prefixes) mustFit(DIGITS.test(prefix), 'prefixes');
  for (const number of route.shortNumbers) mustFit(SHORT.test(number), 'shortNumbers');
  for (const id of [route.id, ...route.trunks]) plainId('trunks', id);
};

/**
 * `routes`: validated. Leads dialed digits to `<code>-outside`. Removes all other characters, because `&` would ring additional devices.
 * The patterns end in `.`: after `!` Asterisk accepts no further digit, so a number keyed for an attended transfer would be dialed by its
 * first digits.
 */
export const outsideEntryLines = (
  code: string,
  flow: WantedFlow,
  routes: readonly WantedRoute[],
): readonly ConfigLine[] => {
  const { dialling } = flow;
  const door = (pattern: string, prefix: string, skipped: number): readonly ConfigLine[] =>
    extensionLines(pattern, [`Goto(${outsideContext(code)},${prefix}\${FILTER(0-9,\${EXTEN:${skipped}})},1)`]);
  const emergency = new Set(flow.emergency?.numbers);
  const short = [...new Set(routes.flatMap((route) => route.shortNumbers))].filter((n) => !emergency.has(n)).toSorted();
  const doors = new Map<string, readonly ConfigLine[]>([['_+X.', door('_+X.', '', 1)]]);
  if (dialling !== null) {
    const { callingCode, national, international } = dialling;
    mustFit(DIGITS.test(callingCode), 'country');
    for (const abroad of international) {
      mustFit(DIGITS.test(abroad), 'country');
      doors.set(`_${abroad}X.`, door(`_${abroad}X.`, '', abroad.length));
    }
    if (DIGITS.test(national)) {
      doors.set(`_${national}XXXXX.`, door(`_${national}XXXXX.`, callingCode, national.length));
    }
    if (flow.areaCode !== undefined && flow.areaCode !== '') {
      mustFit(DIGITS.test(flow.areaCode), 'defaultAreaCode');
      // In North America a number without area code has seven digits. Elsewhere the length varies.
      const local = callingCode === '1' ? '_ZXXXXXX' : '_ZXXX.';
      doors.set(local, door(local, callingCode + flow.areaCode, 0));
    }
    if (national === '' || national === callingCode) doors.set('_ZXXXXXX.', door('_ZXXXXXX.', callingCode, 0));
  }
  return [
    ...[...doors.values()].flat(),
    ...short.flatMap((number) => extensionLines(number, [`Goto(${outsideContext(code)},s${number},1)`])),
  ];
};

const rulesSection = (name: string, rules: readonly WantedDialRule[]): ConfigSection => {
  const prefixes = [...new Set(rules.flatMap((rule) => rule.prefixes))].toSorted();
  const answer = (allowed: boolean): readonly string[] => [`Set(RINGSIDE_ALLOWED=${allowed ? 1 : 0})`, 'Return()'];
  return section(name, [
    // Rules match numbers by prefix, so each prefix needs its own pattern.
    ...extensionLines('_X!', answer(matchDialRules(rules, '').allowed)),
    ...prefixes.flatMap((prefix) => {
      mustFit(DIGITS.test(prefix), 'prefixes');
      return extensionLines(`_${prefix}!`, answer(matchDialRules(rules, prefix).allowed));
    }),
  ]);
};

/**
 * Returns the rules of each line, including barring, and one section per distinct set. The first set applies to lines without specific
 * rules.
 */
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

/** Tries the trunks in order until one takes the call. `number`: the dialplan expression of the number. */
const carrySteps = (
  route: WantedRoute,
  trunks: ReadonlyMap<string, WantedTrunk>,
  number: string,
): readonly string[] => {
  const there = route.trunks.filter((id) => trunks.has(id));
  return [
    ...there.flatMap((id, i) => [
      `Gosub(${TRUNKS},${trunkPlace(id)},1(${number},${i < there.length - 1 ? 1 : 0}))`,
      'ExecIf($["${RINGSIDE_NEXT}" = "0"]?Hangup(${RINGSIDE_ENDED}))',
    ]),
    // No route, or no working trunk: cause 34 (no circuit available).
    'Hangup(34)',
  ];
};

/** Returns a tenant's own routes before shared routes, then by priority. */
export const routesOf = (code: string, routes: readonly WantedRoute[]): readonly WantedRoute[] =>
  routes
    .filter((route) => route.tenant === null || route.tenant === code)
    .toSorted(
      (a, b) =>
        Number(a.tenant === null) - Number(b.tenant === null) || a.priority - b.priority || (a.id < b.id ? -1 : 1),
    );

/**
 * `routes`: validated and in order. `trunks`: trunks on the PBX server.
 * @throws ValueRefused for invalid values of the tenant
 */
export const outsideSections = (
  code: string,
  flow: WantedFlow,
  routes: readonly WantedRoute[],
  trunks: ReadonlyMap<string, WantedTrunk>,
  phones: readonly WantedSubscriber[],
): readonly ConfigSection[] => {
  const recorded = new Set(
    phones.flatMap(({ extension, recording }) => (recording === 'outbound' || recording === 'all' ? [extension] : [])),
  );
  const hidden = new Set(phones.flatMap(({ extension, hideNumber }) => (hideNumber === true ? [extension] : [])));
  const extensions = phones.map(({ extension }) => extension).toSorted();
  const byPrefix = new Map<string, WantedRoute>();
  const byShort = new Map<string, WantedRoute>();
  for (const route of routes) {
    for (const prefix of route.prefixes.length === 0 ? [''] : route.prefixes) {
      if (!byPrefix.has(prefix)) byPrefix.set(prefix, route);
    }
    for (const number of route.shortNumbers) {
      if (!byShort.has(number) && flow.emergency?.numbers.includes(number) !== true) byShort.set(number, route);
    }
  }
  const rules = rulesOf(code, flow, phones, extensions);
  const shown = new Map(flow.lineNumbers.map(({ extension, number }) => [extension, number]));
  const lines = extensions.flatMap((extension) => {
    mustFit(EXTENSION.test(extension), 'extension');
    const number = shown.get(extension) ?? '';
    mustFit(number === '' || NUMBER.test(number), 'callerIdNumber');
    return extensionLines(endpointName(code, extension), [
      ...(number === '' ? [] : [`Set(__RINGSIDE_SHOWN=${number})`]),
      ...(hidden.has(extension) ? ['Set(__RINGSIDE_HIDDEN=1)'] : []),
      ...(recorded.has(extension) ? ['Set(RINGSIDE_RECORD=1)'] : []),
      `Set(RINGSIDE_RULES=${rules.byLine.get(extension) ?? rules.usual})`,
      'Return()',
    ]);
  });
  const outside = [...byPrefix].flatMap(([prefix, route]) =>
    extensionLines(prefix === '' ? '_X!' : `_${prefix}!`, [
      `Gosub(${leaveContext(code)},s,1(\${EXTEN}))`,
      'ExecIf($["${RINGSIDE_ALLOWED}" = "0"]?Hangup(21))',
      rateCheckStep('out', code, '${EXTEN}'),
      ...limitSteps(code, flow, 'out'),
      ...(flow.credit === undefined ? [NO_LIMIT] : creditSteps(code, flow.credit)),
      ...(recorded.size === 0 ? [] : [recordOutStep(code)]),
      // A number of any tenant on this PBX server: the call stays on the server.
      `GotoIf($[\${DIALPLAN_EXISTS(${NUMBERS},\${EXTEN},1)} = 1]?inside)`,
      ...carrySteps(route, trunks, '${EXTEN},'),
      `(inside)Gosub(${MARKS},cross,1(\${EXTEN}))`,
      ...(hidden.size === 0 ? [] : ['ExecIf($["${RINGSIDE_HIDDEN}" = "1"]?Set(CALLERID(pres)=prohib))']),
      'Set(CALLERID(num)=${RINGSIDE_SHOWN})',
      'Set(CALLERID(name)=)',
      ...(flow.credit === undefined ? [] : [creditInsideStep]),
      `Goto(${NUMBERS},\${EXTEN},1)`,
    ]),
  );
  const short = [...byShort].flatMap(([number, route]) =>
    extensionLines(`s${number}`, [
      `Gosub(${leaveContext(code)},s,1(${number}))`,
      // No dial rule applies.
      NO_LIMIT,
      ...carrySteps(route, trunks, `${number},1`),
    ]),
  );
  return [
    section(outsideContext(code), [...outside, ...short]),
    leaveSection(code, flow, rules.usual),
    ...(lines.length === 0 ? [] : [section(linesContext(code), lines)]),
    ...rules.sections,
  ];
};
