// The order of the folders (ARCHITECTURE.md). The dependency rules and their tests are generated from these values.

/** Folders of server/src, lowest first. Code imports lower layers only; folders in one layer do not know each other. */
const SERVER_LAYERS = [
  ['platform/caller', 'platform/bus'],
  ['platform/config', 'platform/documents'],
  ['platform/db'],
  ['platform/outbox', 'platform/jobs'],
  ['platform/mail'],
  ['platform/sessions'],
  ['platform/http'],
  // AREAS
  ['start'],
  // main.ts and the files beside it, which wire everything
];

/** The areas of the server: each with the areas that it may import. An area stands below those that import it. */
const SERVER_AREAS = {
  boards: [],
  pbx: [],
  routing: ['pbx'],
  customers: ['pbx', 'routing'],
  access: ['boards', 'pbx', 'customers'],
  subscribers: ['pbx', 'routing', 'customers'],
  queues: ['pbx', 'routing', 'customers'],
  live: ['boards', 'pbx'],
  calls: ['boards', 'pbx', 'live'],
  billing: ['boards', 'pbx', 'calls'],
  reports: ['pbx', 'live', 'calls', 'billing'],
  desk: ['pbx', 'reports'],
  system: ['calls'],
};

/** The areas of the browser: each with the areas that it may import. */
const WEB_AREAS = {
  access: [],
  routing: [],
  pbx: [],
  calls: [],
  customers: [],
  system: [],
  billing: [],
  subscribers: ['routing'],
  queues: ['access', 'routing'],
  reports: ['calls'],
  live: ['calls', 'reports'],
  desk: ['reports'],
  boards: ['access', 'reports'],
};

/** The folders of core/src: each with the folders that it may import. */
const CORE_FOLDERS = {
  base: [],
  asterisk: ['base'],
  routing: ['base'],
  queues: ['base'],
  access: ['base', 'routing'],
  live: ['base', 'asterisk', 'access'],
  calls: ['base', 'asterisk', 'live'],
  reports: ['base', 'routing', 'live'],
  boards: ['base'],
  billing: ['base', 'reports'],
  pbx: ['base', 'asterisk', 'routing', 'queues'],
  contract: [
    'base',
    'asterisk',
    'access',
    'routing',
    'queues',
    'live',
    'calls',
    'reports',
    'boards',
    'billing',
    'pbx/options',
  ],
};

module.exports = { SERVER_LAYERS, SERVER_AREAS, WEB_AREAS, CORE_FOLDERS };
