// Renders the complete configuration of a PBX server from the desired state. Rows in any order give the same bytes. Invalid rows are
// omitted and reported without blocking others.
import { keysOf } from '../base/keys-of.ts';
import type { ConfigFile, ConfigLine } from '../asterisk/config-file.ts';
import { creditSections } from './dialplan/credit-section.ts';
import { phoneDialplan, queueDialplan, tenantContext } from './dialplan/dialplan-section.ts';
import { phoneSections } from './phone-sections.ts';
import { markSections } from './dialplan/mark-sections.ts';
import { penaltyRule, queueSection } from './queue-section.ts';
import { addFlow, addNumbers, addTrunks } from './dialplan/render-flow.ts';
import type { Ways } from './dialplan/render-flow.ts';
import { rateCheckSection } from './dialplan/rate-check-section.ts';
import { refusalSection } from './dialplan/refusal-section.ts';
import { routesOf } from './dialplan/outbound-sections.ts';
import { recordsInside } from './dialplan/record-steps.ts';
import { musicSection } from './sounds.ts';
import { byName, emptySheets, orRefuse } from './sheets.ts';
import type { RefusedRow, Sheets } from './sheets.ts';
import { featuresSection } from './dialplan/transfer-options.ts';
import { watchSection } from './dialplan/watch-section.ts';
import { boxesSection, boxLine } from './dialplan/voicemail-section.ts';
import type { WantedPbx, WantedQueue, WantedSubscriber, WantedTenant } from './wanted.ts';
import type { WantedFlow } from './wanted-flow.ts';

/** The console's files in Asterisk's configuration folder. The PBX server's own files include them. */
export const PBX_FILES = {
  endpoints: 'ringside_endpoints.conf',
  auths: 'ringside_auths.conf',
  aors: 'ringside_aors.conf',
  queues: 'ringside_queues.conf',
  rules: 'ringside_queuerules.conf',
  voicemail: 'ringside_voicemail.conf',
  music: 'ringside_musiconhold.conf',
  dialplan: 'ringside_extensions.conf',
} as const;

export interface RenderedPbx {
  readonly files: readonly ConfigFile[];
  readonly refused: readonly RefusedRow[];
}

const CODE = /^[a-z][a-z0-9-]{1,30}$/;

/** No inbound and no outbound calls. */
const NO_FLOW: WantedFlow = {
  dialling: null,
  callerIdNumber: '',
  lineNumbers: [],
  dialRules: [],
  numbers: [],
  groups: [],
  hours: [],
  menus: [],
};

const addTenant = (sheets: Sheets, tenant: WantedTenant, ways: Ways, { transports }: WantedPbx): void => {
  const { code } = tenant;
  const phones = new Map<string, WantedSubscriber>();
  const numbers = new Set<string>();
  const queues: WantedQueue[] = [];
  const lines: ConfigLine[] = [];
  const routes = routesOf(code, ways.routes);
  const outside = routes.length > 0;
  const inside = tenant.subscribers.some(recordsInside);
  // Numbers that are dialed unchanged take precedence, emergency numbers first. An extension with the same digits cannot be dialed.
  const emergency = new Set(tenant.flow?.emergency?.numbers);
  const short = new Set([...emergency, ...routes.flatMap((route) => route.shortNumbers)]);
  const places: ConfigLine[] = [];
  const boxes: ConfigLine[] = [];
  const taken = (kind: RefusedRow['kind'], id: string, field: string) =>
    sheets.refused.push({ kind, id, field, reason: 'taken' });

  for (const phone of byName(tenant.subscribers, (p) => `${p.extension} ${p.id}`)) {
    orRefuse(sheets, { kind: 'subscriber', id: phone.id }, () => {
      const { endpoint, auth, aor } = phoneSections(code, phone, transports);
      const dialplan = phoneDialplan(code, phone, { outside, inside, short });
      const box = boxLine(phone);
      if (numbers.has(phone.extension)) return taken('subscriber', phone.id, 'extension');
      numbers.add(phone.extension);
      phones.set(phone.extension, phone);
      sheets.endpoints.push(endpoint);
      sheets.auths.push(auth);
      sheets.aors.push(aor);
      boxes.push(...box);
      lines.push(...dialplan.own);
      places.push(...dialplan.places);
    });
  }
  for (const queue of byName(tenant.queues, (q) => `${q.name} ${q.id}`)) {
    orRefuse(sheets, { kind: 'queue', id: queue.id }, () => {
      const written = queueSection(code, queue, phones);
      const rule = penaltyRule(queue);
      const dialplan = queueDialplan(code, queue);
      if (sheets.queueNames.has(queue.name)) return taken('queue', queue.id, 'name');
      if (queue.extension !== null && numbers.has(queue.extension)) return taken('queue', queue.id, 'extension');
      sheets.queueNames.add(queue.name);
      if (queue.extension !== null) numbers.add(queue.extension);
      sheets.queues.push(written);
      if (rule !== null) sheets.rules.push(rule);
      queues.push(queue);
      if (queue.extension === null || !short.has(queue.extension)) lines.push(...dialplan);
    });
  }
  for (const music of byName(tenant.music ?? [], (m) => m.id)) {
    orRefuse(sheets, { kind: 'prompt', id: music.id }, () => sheets.music.push(musicSection(code, music)));
  }
  if (boxes.length > 0) sheets.voicemail.push(boxesSection(code, boxes));
  const flow = tenant.flow ?? NO_FLOW;
  lines.unshift(...addFlow(sheets, { code, flow, phones: [...phones.values()], queues, numbers, short, places }, ways));
  if (lines.length > 0) sheets.dialplan.push(tenantContext(code, lines));
};

export const renderPbx = (wanted: WantedPbx): RenderedPbx => {
  const sheets = emptySheets();
  const ways = addTrunks(sheets, wanted);
  const codes = new Set<string>();
  for (const tenant of byName(wanted.tenants, (t) => t.code)) {
    const refuse = (reason: RefusedRow['reason']) =>
      sheets.refused.push({ kind: 'tenant', id: tenant.code, field: 'code', reason });
    if (!CODE.test(tenant.code)) refuse('shape');
    else if (codes.has(tenant.code)) refuse('taken');
    else {
      codes.add(tenant.code);
      addTenant(sheets, tenant, ways, wanted);
    }
  }
  addNumbers(sheets, ways);
  if (codes.size > 0) sheets.dialplan.push(featuresSection(), watchSection());
  if (wanted.tenants.length > 0) sheets.dialplan.push(refusalSection, rateCheckSection);
  if (wanted.tenants.some(({ flow }) => flow?.credit !== undefined)) sheets.dialplan.push(...creditSections);
  if (sheets.dialplan.length > 0) sheets.dialplan.push(...markSections());
  const files = keysOf(PBX_FILES).map((sheet) => ({
    name: PBX_FILES[sheet],
    sections: byName(sheets[sheet], (s) => s.name),
  }));
  return { files, refused: sheets.refused };
};
