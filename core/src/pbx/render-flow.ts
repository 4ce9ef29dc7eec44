// How calls come in and go out, on the sheets: trunks and routes of the PBX, then what each tenant has, then its numbers.
import { section } from './config-file.ts';
import type { ConfigLine } from './config-file.ts';
import { FEATURE_CODES } from '../base/feature-codes.ts';
import { agentCodes } from './agent-codes.ts';
import { extensionLines, plainId } from './dialplan-lines.ts';
import { destinationStep } from './flow-destination.ts';
import type { Reachable } from './flow-destination.ts';
import { hoursContext, NUMBERS, placesContext, TRUNKS } from './flow-names.ts';
import { boxLines, groupLines, hoursLines, menuSection, numberLines } from './flow-sections.ts';
import { checkRoute, outsideDoors, outsideSections, routesOf } from './outbound-sections.ts';
import { EXTENSION, endpointName } from './phone-sections.ts';
import { byName, orRefuse } from './sheets.ts';
import type { RefusedRow, Sheets } from './sheets.ts';
import { trunkSections } from './trunk-sections.ts';
import { exitSection, queueLines } from './queue-dialplan.ts';
import { recordSection, recordsInside } from './record-steps.ts';
import { roomSection } from './room-section.ts';
import { ownBoxLines } from './voicemail-section.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber, WantedVoicemail } from './wanted.ts';
import type { WantedFlow, WantedRoute } from './wanted-flow.ts';

/** Of the whole PBX: what leads out of it, and the numbers that lead in, as tenants add theirs. */
export interface Ways {
  readonly routes: readonly WantedRoute[];
  /** Ids of those that could be written. */
  readonly trunks: ReadonlySet<string>;
  readonly numbers: Map<string, readonly ConfigLine[]>;
}

export const addTrunks = (sheets: Sheets, wanted: WantedPbx): Ways => {
  const trunks = new Set<string>();
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
      trunks.add(trunk.id);
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

/** The numbers of all tenants: where trunks lead to, and nothing else: what is here is asked before a call goes out. */
export const addNumbers = (sheets: Sheets, ways: Ways): void => {
  if (ways.numbers.size === 0) return;
  const lines = byName([...ways.numbers], ([number]) => number).flatMap(([, each]) => each);
  sheets.dialplan.push(section(NUMBERS, lines));
};

interface FlowOf {
  readonly code: string;
  readonly flow: WantedFlow;
  /** The lines on the PBX. */
  readonly phones: readonly WantedSubscriber[];
  readonly queues: readonly WantedQueue[];
  /** Extensions that are taken; more are added. */
  readonly numbers: Set<string>;
  /** What goes out as it is dialled. */
  readonly short: ReadonlySet<string>;
}

const goodIds = (rows: readonly { readonly id: string }[]): ReadonlySet<string> =>
  new Set(rows.filter(({ id }) => /^[A-Za-z0-9-]{1,40}$/.test(id)).map(({ id }) => id));

const isRecorded = ({ recording }: WantedSubscriber): boolean => recording !== undefined;

/** Voicemail boxes by their extension, in order. */
const boxesOf = (phones: readonly WantedSubscriber[]): ReadonlyMap<string, WantedVoicemail> =>
  new Map(
    phones
      .flatMap(({ extension, voicemail }) => (voicemail === undefined ? [] : [[extension, voicemail] as const]))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Returns what the tenant's own context gets: ways out, and extensions of groups and menus. */
export const addFlow = (sheets: Sheets, of: FlowOf, ways: Ways): readonly ConfigLine[] => {
  const { code, flow } = of;
  const routes = routesOf(code, ways.routes);
  const extensions = of.phones.map(({ extension }) => extension).toSorted();
  const voicemails = boxesOf(of.phones);
  const boxes = [...voicemails.keys()];
  const there: Reachable = {
    code,
    extensions: new Set(extensions),
    boxes: new Set(boxes),
    queues: goodIds(of.queues),
    groups: goodIds(flow.ringGroups),
    menus: goodIds(flow.menus),
    outside: routes.length > 0,
  };
  const own: ConfigLine[] = [];
  const places: ConfigLine[] = [...voicemails].flatMap(([extension, box]) => boxLines(code, extension, box));
  if (boxes.length > 0) own.push(...ownBoxLines(code, FEATURE_CODES.voicemail));
  const refuse = (kind: RefusedRow['kind'], id: string) =>
    sheets.refused.push({ kind, id, field: 'extension', reason: 'taken' });
  /** The number inside the tenant of a group or a menu; false: another has it. */
  const reach = (extension: string | null, to: Parameters<typeof destinationStep>[1]): readonly ConfigLine[] | null => {
    if (extension === null || of.short.has(extension)) return [];
    if (!EXTENSION.test(extension) || of.numbers.has(extension)) return null;
    of.numbers.add(extension);
    return extensionLines(extension, [destinationStep('extension', to, there)]);
  };

  const hours = addHours(sheets, of);
  for (const queue of of.queues.filter(({ id }) => there.queues.has(id))) {
    orRefuse(sheets, { kind: 'queue', id: queue.id }, () => {
      const written = queueLines(queue, there, hours);
      const exit = exitSection(queue, there);
      places.push(...written);
      if (exit !== null) sheets.dialplan.push(exit);
    });
  }
  for (const group of byName(flow.ringGroups, ({ id }) => id)) {
    orRefuse(sheets, { kind: 'ringgroup', id: group.id }, () => {
      plainId('id', group.id);
      const written = groupLines(group, there);
      const reached = reach(group.extension, { kind: 'ringgroup', id: group.id });
      if (reached === null) return refuse('ringgroup', group.id);
      places.push(...written);
      own.push(...reached);
    });
  }
  for (const menu of byName(flow.menus, ({ id }) => id)) {
    orRefuse(sheets, { kind: 'ivr', id: menu.id }, () => {
      const written = menuSection(menu, there);
      const reached = reach(menu.extension, { kind: 'ivr', id: menu.id });
      if (reached === null) return refuse('ivr', menu.id);
      sheets.dialplan.push(written);
      own.push(...reached);
    });
  }
  orRefuse(sheets, { kind: 'tenant', id: code }, () => {
    const codes = agentCodes(code, of.queues, new Map(of.phones.map((phone) => [phone.extension, phone.displayName])));
    own.push(...codes.doors);
    sheets.dialplan.push(...codes.sections);
  });
  if (of.phones.some(isRecorded) || of.queues.some(({ options }) => options?.recording === 'all')) {
    const inside = of.phones.filter(recordsInside).map(({ extension }) => endpointName(code, extension));
    sheets.dialplan.push(recordSection(code, inside.toSorted()));
  }
  orRefuse(sheets, { kind: 'tenant', id: code }, () => {
    const room = roomSection(code, flow);
    if (room !== null) sheets.dialplan.push(room);
  });
  addNumbersOf(sheets, of, ways, there, hours);
  if (places.length > 0) sheets.dialplan.push(section(placesContext(code), places));
  orRefuse(sheets, { kind: 'tenant', id: code }, () => {
    if (routes.length === 0) return;
    const doors = outsideDoors(code, flow, routes);
    sheets.dialplan.push(...outsideSections(code, flow, routes, ways.trunks, of.phones));
    own.push(...doors);
  });
  return own;
};

/** Returns the ids of those that could be written. */
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
