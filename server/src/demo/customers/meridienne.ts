import { demoQueue, type DemoCustomer } from './demo-customer.ts';

export const MERIDIENNE: DemoCustomer = {
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
        demoQueue('sinistres', 'Déclaration de sinistre', '+33140205101', 'leastrecent', 52, {
          talk: 130,
          serviceLevel: 30,
          wrapup: 12,
        }),
        demoQueue('assistance', 'Assistance routière', '+33140205102', 'ringall', 30, {
          weight: 8,
          talk: 75,
          patience: 150,
        }),
      ],
      agents: [
        'Gaëlle Kerbrat',
        'François Lemaître',
        'Aurélie Besançon',
        'Loïc Guérin',
        'Céline Forêt',
        'Mathéo Girard',
        'Zoé Français',
      ],
    },
    {
      name: 'Relation client',
      code: 'clients',
      slaFormula: 3,
      slaTargetSeconds: 20,
      slaTargetPercent: 80,
      queues: [
        demoQueue('devis', 'Devis et souscription', '+33140205103', 'rrmemory', 40, { talk: 105, patience: 50 }),
        demoQueue('service-clients', 'Service clients', '+33140205104', 'random', 54, { talk: 75 }),
      ],
      agents: [
        'Noémie Châtelain',
        'Jérôme Pâquet',
        'Maëlys Rousseau',
        'Rémi Thévenot',
        'Anaïs Lévêque',
        'Benoît Marchand',
        'Élodie Vasseur',
        'Thaïs Delâtre',
      ],
    },
  ],
  users: [
    { username: 'helene.lefevre', role: 'customer-admin', firstname: 'Hélène', lastname: 'Lefèvre', callcenters: [] },
    {
      username: 'francois.lemaitre',
      role: 'supervisor',
      firstname: 'François',
      lastname: 'Lemaître',
      callcenters: ['indemnisation'],
    },
  ],
};
