// Creates the call routing of the demo's customers: a number per queue, a menu with office hours for the main number, a ring
// group, and two carriers.
import type { Api } from './api.ts';
import { queueName } from './demo-customers.ts';
import type { DemoCustomer } from './customers/demo-customer.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Line extends Named {
  readonly extension: string;
}

const WORDS = {
  es: { main: 'Centralita', desk: 'Recepción', hours: 'Horario de oficina', holidays: ['Navidad', 'Año Nuevo'] },
  fr: { main: 'Accueil vocal', desk: 'Standard', hours: 'Heures de bureau', holidays: ['Noël', 'Jour de l’An'] },
  he: { main: 'תפריט ראשי', desk: 'קבלה', hours: 'שעות המשרד', holidays: ['יום העצמאות', 'ערב ראש השנה'] },
} as const;
/** Dates with a year apply to 2027 only. */
const HOLIDAYS = { es: ['12-25', '01-01'], fr: ['12-25', '01-01'], he: ['2027-05-12', '2027-10-01'] } as const;
const WEEKS = { es: ['mon', 'tue', 'wed', 'thu', 'fri'], he: ['sun', 'mon', 'tue', 'wed', 'thu'] } as const;

export const seedCallFlow = async (
  api: Api,
  customer: DemoCustomer,
  customerId: string,
  serverId: number,
): Promise<void> => {
  const place = { customerId, serverId };
  const words = WORDS[customer.language];
  const { data: lines } = await api.get<{ data: readonly Line[] }>(`/subscribers?customerId=${customerId}&perPage=100`);
  const { data: queues } = await api.get<{ data: readonly Named[] }>(`/queues?customerId=${customerId}&perPage=100`);
  const wanted = customer.callcenters.flatMap((center) => center.queues);
  const queueOf = (name: string) => ({ kind: 'queue', id: queues.find((q) => q.name === name)?.id });
  const [first] = lines;
  const hours = await api.post<Named>('/hours', {
    customerId,
    name: words.hours,
    intervals: [{ days: customer.language === 'he' ? WEEKS.he : WEEKS.es, from: '08:00', until: '19:00' }],
    holidays: words.holidays.map((name, i) => ({ name, date: HOLIDAYS[customer.language][i] })),
  });
  const desk = await api.post<Named>('/ringgroups', {
    ...place,
    name: words.desk,
    extension: '600',
    strategy: 'hunt',
    memberIds: lines.slice(0, 4).map(({ id }) => id),
    fallback: first === undefined ? { kind: 'hangup' } : { kind: 'voicemail', id: first.id },
  });
  const menu = await api.post<Named>('/ivrs', {
    ...place,
    name: words.main,
    extension: '610',
    prompt: `custom/${customer.code}-main`,
    dialExtensions: true,
    keys: [
      ...wanted.slice(0, 3).map((q, i) => ({ key: String(i + 1), destination: queueOf(queueName(customer, q)) })),
      { key: '0', destination: { kind: 'ringgroup', id: desk.id } },
    ],
    fallback: { kind: 'ringgroup', id: desk.id },
  });
  await api.post('/dids', {
    ...place,
    number: customer.phone,
    label: words.main,
    destination: { kind: 'ivr', id: menu.id },
    hoursId: hours.id,
    closedDestination: first === undefined ? { kind: 'hangup' } : { kind: 'voicemail', id: first.id },
  });
  for (const q of wanted) {
    const destination = queueOf(queueName(customer, q));
    await api.post('/dids', { ...place, number: q.did, label: q.label, destination });
  }
};

/** Creates a carrier and a backup carrier for a PBX, owned by the platform. `short`: emergency numbers. */
export const seedTrunks = async (
  api: Api,
  serverId: number,
  country: string,
  short: readonly string[],
): Promise<void> => {
  const carrier = await api.post<Named>('/trunks', {
    serverId,
    code: 'voxline',
    name: 'Voxline',
    host: `${country.toLowerCase()}.sip.voxline.example`,
    username: `ringside-${serverId}`,
    secret: 'Kd7f2nQx9LmT4vRw',
    country,
    maxCalls: 120,
  });
  const spare = await api.post<Named>('/trunks', {
    serverId,
    code: 'telbridge',
    name: 'Telbridge',
    mode: 'address',
    host: 'gw2.telbridge.example',
    addresses: ['198.51.100.32/28'],
    format: 'international',
    maxCalls: 30,
  });
  const trunkIds = [carrier.id, spare.id];
  await api.post('/outboundroutes', { serverId, name: 'International', priority: 100, shortNumbers: short, trunkIds });
};
