// The complete configuration of a PBX from what it should be. Rows in any order give the same bytes; a row that Asterisk
// must not be given is left out and named, and holds up no other.
import { ValueRefused } from './config-file.ts';
import type { ConfigFile, ConfigLine, ConfigSection } from './config-file.ts';
import { phoneDialplan, queueDialplan, tenantContext } from './dialplan-section.ts';
import { phoneSections } from './phone-sections.ts';
import { queueSection } from './queue-section.ts';
import type { WantedPbx, WantedSubscriber, WantedTenant } from './wanted.ts';

/** Files of the console in Asterisk's configuration folder; the PBX's own files include them. */
export const PBX_FILES = {
  endpoints: 'ringside_endpoints.conf',
  auths: 'ringside_auths.conf',
  aors: 'ringside_aors.conf',
  queues: 'ringside_queues.conf',
  dialplan: 'ringside_extensions.conf',
} as const;

export interface RefusedRow {
  readonly kind: 'tenant' | 'subscriber' | 'queue';
  /** The row's id; a tenant's code. */
  readonly id: string;
  readonly field: string;
  readonly reason: ValueRefused['reason'] | 'taken';
}
export interface RenderedPbx {
  readonly files: readonly ConfigFile[];
  readonly refused: readonly RefusedRow[];
}

const CODE = /^[a-z][a-z0-9-]{1,29}$/;

/** By code unit: an order that no language setting changes. */
const byName = <T>(rows: readonly T[], nameOf: (row: T) => string): readonly T[] =>
  rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));

interface Sheets {
  readonly endpoints: ConfigSection[];
  readonly auths: ConfigSection[];
  readonly aors: ConfigSection[];
  readonly queues: ConfigSection[];
  readonly dialplan: ConfigSection[];
  readonly refused: RefusedRow[];
  readonly queueNames: Set<string>;
}

/** Runs `write`, which adds nothing before all of the row is known to be good. */
const orRefuse = (sheets: Sheets, row: Pick<RefusedRow, 'kind' | 'id'>, write: () => void): void => {
  try {
    write();
  } catch (error) {
    if (!(error instanceof ValueRefused)) throw error;
    sheets.refused.push({ ...row, field: error.field, reason: error.reason });
  }
};

const addTenant = (sheets: Sheets, tenant: WantedTenant): void => {
  const { code } = tenant;
  const phones = new Map<string, WantedSubscriber>();
  const numbers = new Set<string>();
  const lines: ConfigLine[] = [];
  const taken = (kind: RefusedRow['kind'], id: string, field: string) =>
    sheets.refused.push({ kind, id, field, reason: 'taken' });

  for (const phone of byName(tenant.subscribers, (p) => `${p.extension} ${p.id}`)) {
    orRefuse(sheets, { kind: 'subscriber', id: phone.id }, () => {
      const { endpoint, auth, aor } = phoneSections(code, phone);
      const dialplan = phoneDialplan(code, phone);
      if (numbers.has(phone.extension)) return taken('subscriber', phone.id, 'extension');
      numbers.add(phone.extension);
      phones.set(phone.extension, phone);
      sheets.endpoints.push(endpoint);
      sheets.auths.push(auth);
      sheets.aors.push(aor);
      lines.push(...dialplan);
    });
  }
  for (const queue of byName(tenant.queues, (q) => `${q.name} ${q.id}`)) {
    orRefuse(sheets, { kind: 'queue', id: queue.id }, () => {
      const written = queueSection(code, queue, phones);
      const dialplan = queueDialplan(queue);
      if (sheets.queueNames.has(queue.name)) return taken('queue', queue.id, 'name');
      if (queue.extension !== null && numbers.has(queue.extension)) return taken('queue', queue.id, 'extension');
      sheets.queueNames.add(queue.name);
      if (queue.extension !== null) numbers.add(queue.extension);
      sheets.queues.push(written);
      lines.push(...dialplan);
    });
  }
  if (lines.length > 0) sheets.dialplan.push(tenantContext(code, lines));
};

export const renderPbx = (wanted: WantedPbx): RenderedPbx => {
  const sheets: Sheets = {
    endpoints: [],
    auths: [],
    aors: [],
    queues: [],
    dialplan: [],
    refused: [],
    queueNames: new Set(),
  };
  const codes = new Set<string>();
  for (const tenant of byName(wanted.tenants, (t) => t.code)) {
    const refuse = (reason: RefusedRow['reason']) =>
      sheets.refused.push({ kind: 'tenant', id: tenant.code, field: 'code', reason });
    if (!CODE.test(tenant.code)) refuse('shape');
    else if (codes.has(tenant.code)) refuse('taken');
    else {
      codes.add(tenant.code);
      addTenant(sheets, tenant);
    }
  }
  const files = (['endpoints', 'auths', 'aors', 'queues', 'dialplan'] as const).map((sheet) => ({
    name: PBX_FILES[sheet],
    sections: byName(sheets[sheet], (s) => s.name),
  }));
  return { files, refused: sheets.refused };
};
