// State of the modules of a simulated PBX after their last load. As in Asterisk, a written file has no effect before its reload, and
// modules silently ignore what they cannot use.
import { readWhole, type DiskSection } from './config-disk.ts';
import { updateDevice } from './devices.ts';
import { addMember, findMember, removeMember } from './members.ts';
import type { Device, Member, Queue, World } from './model.ts';
import type { QueuePlan, Strategy, TenantPlan } from './plan.ts';
import { createDevice, createQueue } from './objects.ts';
import { isValidEndpoint } from './endpoint-options.ts';
import { optionsOf, type DialplanStep, type Options } from './loaded.ts';

const ofType = (sections: readonly DiskSection[], type: string): ReadonlyMap<string, Options> =>
  new Map(
    sections
      .map((s) => [s.name, optionsOf(s)] as const)
      .filter(([, options]) => options.get('type') === type && (type !== 'endpoint' || isValidEndpoint(options))),
  );

/** A customer added after the plan: it has phones but no traffic of its own. */
const newTenant = (name: string): TenantPlan => ({
  name,
  tenantId: name,
  noCallWaiting: false,
  outboundNumber: '',
  people: [],
  internalPerHour: 0,
  outboundPerHour: 0,
  pauses: [],
});

const ownerOf = (options: Options): string => /^"?([^"<]*?)"?\s*</.exec(options.get('callerid') ?? '')?.[1] ?? '';

const addPhone = (world: World, name: string, options: Options): void => {
  const [, tenantName = name, extension = ''] = /^(.+)-(\d+)$/.exec(name) ?? [];
  const tenant = world.plan.tenants.find((t) => t.name === tenantName) ?? newTenant(tenantName);
  const phone = createDevice(`PJSIP/${name}`, tenant, extension, ownerOf(options));
  phone.registered = false;
  phone.state = 5;
  world.devices.set(phone.name, phone);
  for (const queue of world.queues.values())
    for (const member of queue.members) if (member.stateInterface === phone.name) attach(world, member, phone);
};

const attach = (world: World, member: Member, device: Device): void => {
  member.device = device;
  device.members.push(member);
  // Sends the state to the memberships like any other change.
  device.state = -1;
  updateDevice(world, device);
};

const isPlanned = (world: World, device: Device): boolean =>
  device === world.trunk || world.agents.some((a) => a.device === device);

const loadPhones = (world: World): void => {
  const sections = readWhole(world.loaded.disk, 'pjsip.conf');
  if (sections === null) return;
  world.loaded.endpoints = ofType(sections, 'endpoint');
  world.loaded.auths = ofType(sections, 'auth');
  world.loaded.aors = ofType(sections, 'aor');
  world.loaded.identifies = sections
    .filter((each) => optionsOf(each).get('type') === 'identify')
    .map((each) => ({
      name: each.name,
      endpoint: optionsOf(each).get('endpoint') ?? '',
      matches: each.lines.filter((l) => l.name === 'match').map((l) => l.value),
    }));
  for (const [name, options] of world.loaded.endpoints)
    if (!world.devices.has(`PJSIP/${name}`)) addPhone(world, name, options);
  for (const device of world.devices.values()) {
    if (world.loaded.endpoints.has(device.endpoint) || isPlanned(world, device)) continue;
    world.devices.delete(device.name);
    for (const member of device.members) Object.assign(member, { device: null, status: 4 });
  }
};

const whole = (options: Options, name: string, otherwise: number): number => {
  const value = Number.parseInt(options.get(name) ?? '', 10);
  return Number.isNaN(value) ? otherwise : value;
};

/** Applies the defaults of app_queue to options that are not written. */
const planOf = (section: DiskSection, before: QueuePlan | undefined): QueuePlan => {
  const options = optionsOf(section);
  return {
    did: '',
    maxWait: 300,
    refuseWhenEmpty: false,
    continues: false,
    callsPerHour: 0,
    talk: 60,
    patience: 90,
    keyExit: 0,
    transfers: 0,
    ...before,
    name: section.name,
    tenant: before?.tenant ?? section.name.split('-')[0] ?? '',
    strategy: (options.get('strategy') ?? 'ringall') as Strategy,
    timeout: whole(options, 'timeout', 15),
    retry: whole(options, 'retry', 5),
    wrapup: whole(options, 'wrapuptime', 0),
    serviceLevel: whole(options, 'servicelevel', 0),
    weight: whole(options, 'weight', 0),
    maxLength: whole(options, 'maxlen', 0),
    autopause: options.has('autopause') ? options.get('autopause') === 'yes' : (before?.autopause ?? false),
  };
};

/** Loads the members of a section and returns their interfaces. Keeps members of the plan that were never in a file. */
const loadMembers = (world: World, queue: Queue, section: DiskSection): ReadonlySet<string> => {
  const before = world.loaded.queues.get(queue.name);
  const wanted = section.lines
    .filter((l) => l.name === 'member')
    .map((l) => {
      const [iface = '', penalty = '0', name = '', state = ''] = l.value.split(',').map((part) => part.trim());
      return { iface, penalty: Number.parseInt(penalty, 10) || 0, name: name || iface, state: state || iface };
    });
  for (const m of queue.members.filter((x) => !x.dynamic))
    if (before?.has(m.interface) === true && !wanted.some((w) => w.iface === m.interface)) removeMember(world, m);
  for (const { iface, penalty, name, state } of wanted) {
    const there = findMember(queue, iface);
    if (there) Object.assign(there, { penalty, name, dynamic: false });
    else
      addMember(world, queue, {
        name,
        interface: iface,
        stateInterface: state,
        penalty,
        paused: false,
        reason: '',
        dynamic: false,
      });
  }
  return new Set(wanted.map((w) => w.iface));
};

const loadQueues = (world: World): void => {
  const sections = readWhole(world.loaded.disk, 'queues.conf');
  if (sections === null) return;
  const found = new Map<string, Set<string>>();
  for (const section of sections) {
    if (section.name === 'general') continue;
    const there = world.queues.get(section.name);
    const queue = there ?? createQueue(planOf(section, undefined));
    if (there) there.plan = planOf(section, there.plan);
    else world.queues.set(section.name, queue);
    const members = loadMembers(world, queue, section);
    found.set(section.name, new Set([...(found.get(section.name) ?? []), ...members]));
  }
  // Callers who wait in a removed queue keep waiting. New callers cannot reach it.
  for (const queue of world.queues.values()) {
    if (found.has(queue.name) || !world.loaded.queues.has(queue.name)) continue;
    world.queues.delete(queue.name);
    if (world.dids.get(queue.plan.did) === queue) world.dids.delete(queue.plan.did);
    for (const m of queue.members) if (m.device) m.device.members = m.device.members.filter((x) => x !== m);
  }
  world.loaded.queues = found;
  world.dispatch();
};

const stepsOf = (section: DiskSection): readonly DialplanStep[] => {
  const steps: DialplanStep[] = [];
  let last = 0;
  let exten = '';
  for (const { name, value } of section.lines) {
    if (name !== 'exten' && name !== 'same') continue;
    const text = name === 'same' ? `${exten},${value}` : value;
    const [, number = '', said = '', rest = ''] = /^([^,]*),\s*([^,]*),(.*)$/s.exec(text) ?? [];
    exten = number;
    if (said === 'hint') steps.push({ exten, priority: said, application: rest, data: '' });
    else {
      last = said.startsWith('n') ? last + 1 : Number.parseInt(said, 10) || 1;
      const [, application = rest, data = ''] = /^([^(]*)\((.*)\)$/s.exec(rest) ?? [];
      steps.push({ exten, priority: String(last), application, data });
    }
  }
  return steps;
};

const loadDialplan = (world: World): void => {
  const sections = readWhole(world.loaded.disk, 'extensions.conf');
  if (sections === null) return;
  const contexts = new Map<string, readonly DialplanStep[]>();
  for (const section of sections) {
    if (section.name === 'general' || section.name === 'globals') continue;
    contexts.set(section.name, [...(contexts.get(section.name) ?? []), ...stepsOf(section)]);
  }
  world.loaded.dialplan = contexts;
};

const LOADERS: Readonly<Record<string, ((world: World) => void) | null>> = {
  res_pjsip: loadPhones,
  chan_pjsip: null,
  res_pjsip_config_wizard: null,
  app_queue: loadQueues,
  pbx_config: loadDialplan,
  res_musiconhold: null,
  app_voicemail: null,
  cdr_manager: null,
  app_mixmonitor: null,
  app_chanspy: null,
  res_parking: null,
  res_curl: null,
  res_http_media_cache: null,
  res_pjsip_transport_websocket: null,
  manager: null,
  acl: null,
};

const plain = (module: string): string => module.toLowerCase().replace(/\.so$/, '');

export const isModule = (module: string): boolean => Object.hasOwn(LOADERS, plain(module));

/** Loads a module; '' loads all. */
export const loadModule = (world: World, module: string): void => {
  for (const [name, load] of Object.entries(LOADERS)) if (module === '' || name === plain(module)) load?.(world);
};
