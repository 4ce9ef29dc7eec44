// Renders inbound and outbound calls: trunks and routes of the PBX server, then each tenant's call flow, then all numbers.
import { section } from '../../asterisk/config-file.ts';
import type { ConfigLine } from '../../asterisk/config-file.ts';
import { FEATURE_CODES } from '../options/feature-codes.ts';
import { agentCodes } from '../agent-codes.ts';
import { emergencySection } from './emergency-section.ts';
import { extensionLines, plainId } from './dialplan-lines.ts';
import { destinationStep } from './flow-destination.ts';
import type { Reachable } from './flow-destination.ts';
import { hoursContext, NUMBERS, placesContext, TRUNKS } from './flow-names.ts';
import { boxLines, groupLines, hoursLines, menuSection, numberLines } from './flow-sections.ts';
import { checkRoute, outsideEntryLines, outsideSections, routesOf } from './outbound-sections.ts';
import { EXTENSION, endpointName } from '../phone-sections.ts';
import { byName, orRefuse } from '../sheets.ts';
import type { RefusedRow, Sheets } from '../sheets.ts';
import { markStep } from './mark-sections.ts';
import { trunkSections } from './trunk-sections.ts';
import { exitSection, queueLines } from './queue-dialplan.ts';
import { recordSection, recordsInside } from './record-steps.ts';
import { limitSection } from './limit-section.ts';
import { ownBoxLines } from './voicemail-section.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber, WantedVoicemail } from '../wanted.ts';
import type { WantedFlow, WantedRoute, WantedTrunk } from '../wanted-flow.ts';

/** Routes and trunks of the PBX server, and its inbound numbers, which each tenant extends. */
export interface Ways {
  readonly routes: readonly WantedRoute[];
  /** Rendered trunks by ID. */
  readonly trunks: ReadonlyMap<string, WantedTrunk>;
  readonly numbers: Map<string, readonly ConfigLine[]>;
}

export const addTrunks = (sheets: Sheets, wanted: WantedPbx): Ways => {
  const trunks = new Map<string, WantedTrunk>();
  const codes = new Set<string>();
  const outgoing: ConfigLine[] = [];
  for (const trunk of byName(wanted.trunks ?? [], (t) => `${t.code} ${t.id}`)) {
    orRefuse(sheets, { kind: 'trunk', id: trunk.id }, () => {
      const written = trunkSections(trunk);
      if (codes.has(trunk.code)) {
        sheets.refused.push({ kind: 'trunk', id: trunk.id, field: 'code', reason: 'taken' });
        return;
      }
      codes.add(trunk.code);
      trunks.set(trunk.id, trunk);
      sheets.endpoints.push(...written.endpoints);
      if (written.auth !== null) sheets.auths.push(written.auth);
      sheets.aors.push(written.aor);
      sheets.dialplan.push(written.incoming);
      outgoing.push(...written.outgoing);
    });
  }
  if (outgoing.length > 0) sheets.dialplan.push(section(TRUNKS, outgoing));
  const routes: WantedRoute[] = [];
  for (const route of byName(wanted.routes ?? [], (r) => r.id)) {
    orRefuse(sheets, { kind: 'route', id: route.id }, () => {
      checkRoute(route);
      routes.push(route);
    });
  }
  return { routes, trunks, numbers: new Map() };
};

/** Adds the numbers of all tenants. Trunks lead here, and outbound calls look here first. */
export const addNumbers = (sheets: Sheets, ways: Ways): void => {
  if (ways.numbers.size === 0) return;
  const lines = byName([...ways.numbers], ([number]) => number).flatMap(([, each]) => each);
  sheets.dialplan.push(section(NUMBERS, lines));
};

interface FlowOf {
  readonly code: string;
  readonly flow: WantedFlow;
  /** The lines on the PBX server. */
  readonly phones: readonly WantedSubscriber[];
  readonly queues: readonly WantedQueue[];
  /** Extensions in use. More are added. */
  readonly numbers: Set<string>;
  /** Numbers that are dialed unchanged through a route. */
  readonly short: ReadonlySet<string>;
  /** Lines that are only in `<code>-places`. */
  readonly places: readonly ConfigLine[];
}

const goodIds = (rows: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(rows.filter(({ id }) => /^[A-Za-z0-9-]{1,40}$/.test(id)).map(({ id }) => id));

const isRecorded = ({ recording }: WantedSubscriber): boolean => recording !== undefined;

/** Returns the voicemail boxes by extension, in order. */
const boxesOf = (phones: readonly WantedSubscriber[]): ReadonlyMap<string, WantedVoicemail> =>
  new Map(
    phones
      .flatMap(({ extension, voicemail }) => (voicemail === undefined ? [] : [[extension, voicemail] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Returns the possible destinations of the tenant. */
const reachableOf = (
  { code, flow, phones, queues, short }: FlowOf,
  boxes: Iterable<string>,
  outside: boolean,
): Reachable => ({
  code,
  extensions: new Set(phones.map(({ extension }) => extension).toSorted()),
  short,
  boxes: new Set(boxes),
  queues: goodIds(queues),
  groups: goodIds(flow.groups),
  menus: goodIds(flow.menus),
  outside,
});

/** Lines of the tenant's own context and of `<code>-places`. */
interface Contexts {
  readonly own: ConfigLine[];
  readonly places: ConfigLine[];
}

const addQueues = (
  sheets: Sheets,
  { queues }: FlowOf,
  there: Reachable,
  hours: ReadonlySet<string>,
  { places }: Contexts,
): void => {
  for (const queue of queues.filter(({ id }) => there.queues.has(id))) {
    orRefuse(sheets, { kind: 'queue', id: queue.id }, () => {
      const written = queueLines(queue, there, hours);
      const exit = exitSection(queue, there);
      places.push(...written);
      if (exit !== null) sheets.dialplan.push(exit);
    });
  }
};

/** Adds groups and menus, each with its extension unless another row uses it. */
const addGroupsAndMenus = (sheets: Sheets, of: FlowOf, there: Reachable, { own, places }: Contexts): void => {
  const refuse = (kind: RefusedRow['kind'], id: string) =>
    sheets.refused.push({ kind, id, field: 'extension', reason: 'taken' });
  /** Returns the lines of the extension, or `null` if another row uses it. */
  const reach = (extension: string | null, to: Parameters<typeof destinationStep>[1]): readonly ConfigLine[] | null => {
    if (extension === null || of.short.has(extension)) return [];
    if (!EXTENSION.test(extension) || of.numbers.has(extension)) return null;
    of.numbers.add(extension);
    return extensionLines(extension, [markStep(`to:${extension}`), destinationStep('extension', to, there)]);
  };
  for (const group of byName(of.flow.groups, ({ id }) => id)) {
    orRefuse(sheets, { kind: 'group', id: group.id }, () => {
      plainId('id', group.id);
      const written = groupLines(group, there);
      const reached = reach(group.extension, { kind: 'group', id: group.id });
      if (reached === null) return refuse('group', group.id);
      places.push(...written);
      own.push(...reached);
    });
  }
  for (const menu of byName(of.flow.menus, ({ id }) => id)) {
    orRefuse(sheets, { kind: 'ivr', id: menu.id }, () => {
      const written = menuSection(menu, there);
      const reached = reach(menu.extension, { kind: 'ivr', id: menu.id });
      if (reached === null) return refuse('ivr', menu.id);
      sheets.dialplan.push(written);
      own.push(...reached);
    });
  }
};

/** Returns the lines of the tenant's own context: outbound calls, feature codes, and extensions of groups and menus. */
export const addFlow = (sheets: Sheets, of: FlowOf, ways: Ways): readonly ConfigLine[] => {
  const { code, flow } = of;
  const routes = routesOf(code, ways.routes);
  const voicemails = boxesOf(of.phones);
  const there = reachableOf(of, voicemails.keys(), routes.length > 0);
  const orRefuseTenant = (write: () => void): void => orRefuse(sheets, { kind: 'tenant', id: code }, write);
  const own: ConfigLine[] = [];
  orRefuseTenant(() => {
    const written = emergencySection(code, flow, routes, ways.trunks, [...there.extensions]);
    if (written === null) return;
    sheets.dialplan.push(written.section);
    own.push(...written.doors);
  });
  const places: ConfigLine[] = [
    ...of.places,
    ...[...voicemails].flatMap(([extension, box]) => boxLines(code, extension, box)),
  ];
  if (voicemails.size > 0) own.push(...ownBoxLines(code, FEATURE_CODES.voicemail));
  const hours = addHours(sheets, of);
  addQueues(sheets, of, there, hours, { own, places });
  addGroupsAndMenus(sheets, of, there, { own, places });
  orRefuseTenant(() => {
    const codes = agentCodes(code, of.queues, new Map(of.phones.map((phone) => [phone.extension, phone.displayName])));
    own.push(...codes.doors);
    sheets.dialplan.push(...codes.sections);
  });
  if (of.phones.some(isRecorded) || of.queues.some(({ options }) => options?.recording === 'all')) {
    const inside = of.phones.filter(recordsInside).map(({ extension }) => endpointName(code, extension));
    sheets.dialplan.push(recordSection(code, inside.toSorted()));
  }
  orRefuseTenant(() => {
    const limits = limitSection(code, flow);
    if (limits !== null) sheets.dialplan.push(limits);
  });
  addNumbersOf(sheets, of, ways, there, hours);
  if (places.length > 0) sheets.dialplan.push(section(placesContext(code), places));
  orRefuseTenant(() => {
    if (routes.length === 0) return;
    const doors = outsideEntryLines(code, flow, routes);
    sheets.dialplan.push(...outsideSections(code, flow, routes, ways.trunks, of.phones));
    own.push(...doors);
  });
  return own;
};

/** Returns the IDs of the rendered hours. */
const addHours = (sheets: Sheets, { code, flow }: FlowOf): ReadonlySet<string> => {
  const hours = new Set<string>();
  const lines: ConfigLine[] = [];
  for (const each of byName(flow.hours, ({ id }) => id)) {
    orRefuse(sheets, { kind: 'hours', id: each.id }, () => {
      lines.push(...hoursLines(each));
      hours.add(each.id);
    });
  }
  if (lines.length > 0) sheets.dialplan.push(section(hoursContext(code), lines));
  return hours;
};

const addNumbersOf = (
  sheets: Sheets,
  { flow }: FlowOf,
  ways: Ways,
  there: Reachable,
  hours: ReadonlySet<string>,
): void => {
  for (const number of byName(flow.numbers, (n) => `${n.number} ${n.id}`)) {
    orRefuse(sheets, { kind: 'did', id: number.id }, () => {
      const written = numberLines(number, there, hours, flow);
      if (ways.numbers.has(number.number)) {
        sheets.refused.push({ kind: 'did', id: number.id, field: 'number', reason: 'taken' });
      } else ways.numbers.set(number.number, written);
    });
  }
};
