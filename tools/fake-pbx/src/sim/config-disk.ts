// The configuration folder of a simulated PBX: files of sections with includes. It survives a restart.
import type { PbxPlan, QueuePlan, TenantPlan } from './plan.ts';

export interface DiskLine {
  readonly name: string;
  readonly value: string;
}
export interface DiskSection {
  readonly name: string;
  readonly lines: readonly DiskLine[];
}
interface DiskFile {
  readonly sections: readonly DiskSection[];
  /** Patterns of `#tryinclude` at the end of the file. Patterns without matches are ignored. */
  readonly includes: readonly string[];
  /** The file contains a line that Asterisk cannot parse, so it can no longer be read or written. */
  readonly invalid: boolean;
}
export type Disk = Map<string, DiskFile>;

/** Include lines that a console requires, by file. */
const CONSOLE_INCLUDES: Readonly<Record<string, readonly string[]>> = {
  'pjsip.conf': ['ringside_endpoints*.conf', 'ringside_auths*.conf', 'ringside_aors*.conf'],
  'queues.conf': ['ringside_queues*.conf'],
  'queuerules.conf': ['ringside_queuerules*.conf'],
  'extensions.conf': ['ringside_extensions*.conf'],
};

export const diskLine = (name: string, value: string | number): DiskLine => ({ name, value: String(value) });

const section = (name: string, ...lines: readonly (readonly [string, string | number])[]): DiskSection => ({
  name,
  lines: lines.map(([key, value]) => diskLine(key, value)),
});

const phone = (tenant: TenantPlan, extension: string, owner: string): readonly DiskSection[] => {
  const name = `${tenant.name}-${extension}`;
  return [
    section(
      name,
      ['type', 'endpoint'],
      ['transport', 'udp'],
      ['context', `${tenant.name}-internal`],
      ['disallow', 'all'],
      ['allow', 'ulaw,alaw'],
      ['aors', name],
      ['auth', name],
      ['callerid', `"${owner}" <${extension}>`],
      ['accountcode', tenant.name],
      ['device_state_busy_at', tenant.noCallWaiting ? 1 : 0],
    ),
    section(name, ['type', 'auth'], ['auth_type', 'digest'], ['username', name], ['password', `pw-${name}`]),
    section(name, ['type', 'aor'], ['max_contacts', 1], ['remove_existing', 'yes'], ['qualify_frequency', 30]),
  ];
};

const queueSection = (plan: PbxPlan, q: QueuePlan): DiskSection => ({
  name: q.name,
  lines: [
    ...section(
      q.name,
      ['strategy', q.strategy],
      ['timeout', q.timeout],
      ['retry', q.retry],
      ['wrapuptime', q.wrapup],
      ['servicelevel', q.serviceLevel],
      ['weight', q.weight],
      ['maxlen', q.maxLength],
      ['autopause', q.autopause ? 'yes' : 'no'],
    ).lines,
    ...plan.agents
      .filter((a) => !a.dynamic)
      .flatMap((a) => a.queues.filter((own) => own.queue === q.name).map((own) => ({ a, own })))
      .map(({ a, own }) =>
        diskLine(
          'member',
          a.local === true
            ? `Local/${a.extension}@${a.tenant}-agents/n,${own.penalty},${a.name},hint:${a.extension}@${a.tenant}-hints`
            : `PJSIP/${a.tenant}-${a.extension},${own.penalty},${a.name}`,
        ),
      ),
  ],
});

interface DiskUser {
  readonly username: string;
  readonly secret: string;
  readonly read?: readonly string[];
  readonly write?: readonly string[];
}

const file = (sections: readonly DiskSection[], includes: readonly string[] = []): DiskFile => ({
  sections,
  includes,
  invalid: false,
});

/** Creates the configuration that exists before the console: the plan's phones and queues, and the logins. */
export const createDisk = (
  plan: PbxPlan,
  users: readonly DiskUser[],
  includes: Readonly<Record<string, readonly string[]>> = CONSOLE_INCLUDES,
): Disk => {
  const tenants = new Map(plan.tenants.map((t) => [t.name, t]));
  const of = (name: string): readonly string[] => includes[name] ?? [];
  return new Map<string, DiskFile>([
    [
      'manager.conf',
      file([
        section('general', ['enabled', 'yes'], ['port', 5038]),
        ...users.map((u) =>
          section(
            u.username,
            ['secret', u.secret],
            ['read', (u.read ?? ['all']).join(',')],
            ['write', (u.write ?? ['all']).join(',')],
          ),
        ),
      ]),
    ],
    [
      'pjsip.conf',
      file(
        [
          section('udp', ['type', 'transport'], ['protocol', 'udp'], ['bind', '0.0.0.0:5060']),
          section('tcp', ['type', 'transport'], ['protocol', 'tcp'], ['bind', '0.0.0.0:5060']),
          section('wss', ['type', 'transport'], ['protocol', 'wss'], ['bind', '0.0.0.0:8089']),
          ...plan.agents.flatMap((a) => {
            const tenant = tenants.get(a.tenant);
            return tenant === undefined ? [] : phone(tenant, a.extension, a.name);
          }),
        ],
        of('pjsip.conf'),
      ),
    ],
    [
      'queues.conf',
      file(
        [section('general', ['persistentmembers', 'yes']), ...plan.queues.map((q) => queueSection(plan, q))],
        of('queues.conf'),
      ),
    ],
    ['queuerules.conf', file([], of('queuerules.conf'))],
    [
      'extensions.conf',
      file(
        plan.tenants.map((t) =>
          section(
            `${t.name}-internal`,
            ['exten', `_XXX,1,Dial(PJSIP/${t.name}-\${EXTEN},20)`],
            ['exten', '_XXX,n,Hangup()'],
          ),
        ),
        of('extensions.conf'),
      ),
    ],
  ]);
};

/** Returns the files that match a `#tryinclude` pattern, in order. */
const matching = (disk: Disk, pattern: string): readonly string[] => {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()|[\]{}]/g, '\\$&'));
  const shape = new RegExp(`^${parts.join('.*')}$`);
  return [...disk.keys()].filter((name) => shape.test(name)).toSorted();
};

/** Returns the file with all includes, as Asterisk reads it. Null: missing or not parsable. */
export const readWhole = (disk: Disk, name: string): readonly DiskSection[] | null => {
  const found = disk.get(name);
  if (found === undefined || found.invalid) return null;
  const included = found.includes
    .flatMap((pattern) => matching(disk, pattern))
    .map((other) => (other === name ? [] : readWhole(disk, other)));
  return included.some((sections) => sections === null)
    ? null
    : [...found.sections, ...included.flatMap((sections) => sections ?? [])];
};
