// Whom the demo shows: three customers of a hosting operator, their call centers, queues, agents and people who sign in.
import type { Strategy } from '../../../tools/fake-pbx/src/sim/plan.ts';

export interface DemoQueue {
  /** Without the customer's prefix. */
  readonly name: string;
  readonly label: string;
  readonly did: string;
  readonly strategy: Strategy;
  readonly callsPerHour: number;
  /** Medians, seconds. */
  readonly talk: number;
  readonly patience: number;
  readonly serviceLevel: number;
  readonly wrapup: number;
  readonly weight: number;
  readonly maxLength: number;
}

export interface DemoCallcenter {
  readonly name: string;
  readonly code: string;
  readonly slaFormula: number;
  readonly slaTargetSeconds: number;
  readonly slaTargetPercent: number;
  readonly queues: readonly DemoQueue[];
  /** Names of those who answer here; they help in the customer's first other queue too. */
  readonly agents: readonly string[];
}

export interface DemoUser {
  readonly username: string;
  readonly role: 'customer-admin' | 'supervisor' | 'agent';
  readonly firstname: string;
  readonly lastname: string;
  /** Codes; empty for those who see all of their customer. */
  readonly callcenters: readonly string[];
}

export interface DemoPause {
  readonly reason: string;
  readonly minutes: readonly [number, number];
  readonly paid: boolean;
}

export interface DemoCustomer {
  readonly code: string;
  readonly name: string;
  readonly server: 'Madrid 1' | 'Haifa 1';
  readonly timezone: string;
  readonly currency: string;
  readonly language: 'es' | 'fr' | 'he';
  readonly country: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly phone: string;
  readonly noCallWaiting: boolean;
  readonly pauses: readonly DemoPause[];
  readonly callcenters: readonly DemoCallcenter[];
  readonly users: readonly DemoUser[];
}

export const DEMO_SERVERS = [
  {
    name: 'Madrid 1',
    systemName: 'madrid1',
    region: 'eu-south',
    description: 'Interxion MAD2, rack 14',
    sipHost: 'sip.madrid1.example',
  },
  {
    name: 'Haifa 1',
    systemName: 'haifa1',
    region: 'il-north',
    description: 'MATAM, Haifa',
    sipHost: 'sip.haifa1.example',
  },
] as const;

const queue = (
  name: string,
  label: string,
  did: string,
  strategy: Strategy,
  callsPerHour: number,
  over: Partial<DemoQueue> = {},
): DemoQueue => ({
  name,
  label,
  did,
  strategy,
  callsPerHour,
  talk: 95,
  patience: 75,
  serviceLevel: 20,
  wrapup: 8,
  weight: 0,
  maxLength: 0,
  ...over,
});

const AURORA: DemoCustomer = {
  code: 'aurora',
  name: 'Clínicas Aurora',
  server: 'Madrid 1',
  timezone: 'Europe/Madrid',
  currency: 'EUR',
  language: 'es',
  country: 'ES',
  contactName: 'Begoña Ibáñez Peña',
  contactEmail: 'sistemas@clinicas-aurora.example',
  phone: '+34911980200',
  noCallWaiting: true,
  pauses: [
    { reason: 'Comida', minutes: [25, 35], paid: false },
    { reason: 'Descanso', minutes: [5, 12], paid: true },
    { reason: 'Gestión', minutes: [3, 10], paid: true },
    { reason: 'Formación', minutes: [15, 30], paid: true },
  ],
  callcenters: [
    {
      name: 'Atención al paciente',
      code: 'pacientes',
      slaFormula: 3,
      slaTargetSeconds: 20,
      slaTargetPercent: 80,
      queues: [
        queue('citas', 'Citas médicas', '+34911980201', 'rrmemory', 90, { talk: 85 }),
        queue('urgencias', 'Urgencias 24 h', '+34911980202', 'ringall', 22, { weight: 10, talk: 60, patience: 120, wrapup: 4 }),
        queue('resultados', 'Resultados y analíticas', '+34911980203', 'leastrecent', 44, { talk: 70 }),
      ],
      agents: [
        'Lucía Fernández Núñez', 'Íñigo Echeverría', 'Sofía Muñoz', 'Álvaro Gutiérrez', 'Carmen Peña', 'Raúl Domínguez',
        'María José Castaño', 'Óscar Ibáñez', 'Noelia Sáez', 'Andrés Piñeiro', 'Rocío Vázquez',
      ],
    },
    {
      name: 'Administración',
      code: 'administracion',
      slaFormula: 5,
      slaTargetSeconds: 40,
      slaTargetPercent: 75,
      queues: [
        queue('facturacion', 'Facturación y seguros', '+34911980204', 'fewestcalls', 26, { talk: 120, serviceLevel: 40, wrapup: 15 }),
        queue('dental', 'Aurora Dental', '+34911980205', 'rrmemory', 30, { talk: 80, maxLength: 6 }),
      ],
      agents: ['Begoña Urrutia', 'Héctor Núñez', 'Inés Caballero', 'Joaquín Ordóñez', 'Pilar Yáñez'],
    },
  ],
  users: [
    { username: 'begona.ibanez', role: 'customer-admin', firstname: 'Begoña', lastname: 'Ibáñez Peña', callcenters: [] },
    { username: 'carmen.pena', role: 'supervisor', firstname: 'Carmen', lastname: 'Peña', callcenters: ['pacientes'] },
    { username: 'lucia.fernandez', role: 'agent', firstname: 'Lucía', lastname: 'Fernández Núñez', callcenters: ['pacientes'] },
  ],
}; // prettier-ignore

const MERIDIENNE: DemoCustomer = {
  code: 'meridienne',
  name: 'Méridienne Assurances',
  server: 'Madrid 1',
  timezone: 'Europe/Paris',
  currency: 'EUR',
  language: 'fr',
  country: 'FR',
  contactName: 'Hélène Lefèvre',
  contactEmail: 'dsi@meridienne.example',
  phone: '+33140205100',
  noCallWaiting: false,
  pauses: [
    { reason: 'Déjeuner', minutes: [30, 45], paid: false },
    { reason: 'Pause', minutes: [6, 12], paid: true },
    { reason: 'Back-office', minutes: [5, 15], paid: true },
    { reason: 'Réunion', minutes: [15, 30], paid: true },
  ],
  callcenters: [
    {
      name: 'Indemnisation',
      code: 'indemnisation',
      slaFormula: 2,
      slaTargetSeconds: 30,
      slaTargetPercent: 80,
      queues: [
        queue('sinistres', 'Déclaration de sinistre', '+33140205101', 'leastrecent', 52, { talk: 130, serviceLevel: 30, wrapup: 12 }),
        queue('assistance', 'Assistance routière', '+33140205102', 'ringall', 30, { weight: 8, talk: 75, patience: 150 }),
      ],
      agents: ['Gaëlle Kerbrat', 'François Lemaître', 'Aurélie Besançon', 'Loïc Guérin', 'Céline Forêt', 'Mathéo Girard', 'Zoé Français'],
    },
    {
      name: 'Relation client',
      code: 'clients',
      slaFormula: 3,
      slaTargetSeconds: 20,
      slaTargetPercent: 80,
      queues: [
        queue('devis', 'Devis et souscription', '+33140205103', 'rrmemory', 40, { talk: 105, patience: 50 }),
        queue('service-clients', 'Service clients', '+33140205104', 'random', 54, { talk: 75 }),
      ],
      agents: ['Noémie Châtelain', 'Jérôme Pâquet', 'Maëlys Rousseau', 'Rémi Thévenot', 'Anaïs Lévêque', 'Benoît Marchand', 'Élodie Vasseur', 'Thaïs Delâtre'],
    },
  ],
  users: [
    { username: 'helene.lefevre', role: 'customer-admin', firstname: 'Hélène', lastname: 'Lefèvre', callcenters: [] },
    { username: 'francois.lemaitre', role: 'supervisor', firstname: 'François', lastname: 'Lemaître', callcenters: ['indemnisation'] },
  ],
}; // prettier-ignore

const CARMEL: DemoCustomer = {
  code: 'carmel',
  name: 'כרמל אלקטרוניקה',
  server: 'Haifa 1',
  timezone: 'Asia/Jerusalem',
  currency: 'ILS',
  language: 'he',
  country: 'IL',
  contactName: 'יעל ברק',
  contactEmail: 'it@carmel-electronics.example',
  phone: '+97248112200',
  noCallWaiting: true,
  pauses: [
    { reason: 'הפסקת צהריים', minutes: [25, 35], paid: false },
    { reason: 'הפסקה', minutes: [5, 12], paid: true },
    { reason: 'הדרכה', minutes: [15, 30], paid: true },
    { reason: 'ישיבת צוות', minutes: [10, 20], paid: true },
  ],
  callcenters: [
    {
      name: 'מוקד ארצי',
      code: 'national',
      slaFormula: 3,
      slaTargetSeconds: 25,
      slaTargetPercent: 80,
      queues: [
        queue('sales', 'מכירות', '+97248112201', 'rrmemory', 58, { talk: 90, patience: 60 }),
        queue('service', 'שירות לקוחות', '+97248112202', 'leastrecent', 60, { talk: 80 }),
        queue('orders', 'מעקב הזמנות', '+97248112203', 'fewestcalls', 34, { talk: 55, wrapup: 5 }),
      ],
      agents: ['נועה כהן', 'איתי לוי', 'מיכל פרץ', 'עומר ביטון', 'שירה אברהם', 'דניאל מזרחי', 'תמר גולן', 'אלכס רוזנברג', 'ליאור שמש', 'רותם חדד'],
    },
    {
      name: 'תמיכה ועסקים',
      code: 'support',
      slaFormula: 1,
      slaTargetSeconds: 45,
      slaTargetPercent: 70,
      queues: [
        queue('support', 'תמיכה טכנית', '+97248112204', 'rrmemory', 40, { talk: 150, patience: 130, serviceLevel: 45, wrapup: 12 }),
        queue('business', 'לקוחות עסקיים', '+97248112205', 'linear', 18, { weight: 5, talk: 110, maxLength: 5 }),
      ],
      agents: ['יונתן אשכנזי', 'הדר סבג', 'סרגיי וולקוב', 'מאיה דיין', "ג'ומאנה ח'ורי", 'גיא אלבז', 'ענבל שחר'],
    },
  ],
  users: [
    { username: 'yael.barak', role: 'customer-admin', firstname: 'יעל', lastname: 'ברק', callcenters: [] },
    { username: 'michal.peretz', role: 'supervisor', firstname: 'מיכל', lastname: 'פרץ', callcenters: ['national'] },
  ],
}; // prettier-ignore

export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [AURORA, MERIDIENNE, CARMEL];

/** As named on the PBX: prefixed by the customer's code, since a PBX has one list of queues for all. */
export const queueName = (customer: DemoCustomer, q: DemoQueue): string => `${customer.code}-${q.name}`;

/** The sign-ins that the demo prints, one a role. */
export const DEMO_SIGN_INS = [
  { role: 'administrator', username: 'admin' },
  { role: 'customer-admin', username: 'begona.ibanez' },
  { role: 'supervisor', username: 'carmen.pena' },
  { role: 'agent', username: 'lucia.fernandez' },
  { role: 'billing', username: 'billing' },
] as const;

/** Lines of those who lead, by name: numbers beyond the agents'. */
export const leadersWithLines = (c: DemoCustomer): readonly { readonly name: string; readonly extension: string }[] =>
  c.users
    .filter((user) => user.role !== 'agent')
    .map((user, i) => ({ name: `${user.firstname} ${user.lastname}`, extension: String(190 + i) }));
