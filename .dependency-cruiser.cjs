// The walls of the house (ARCHITECTURE.md). Each comment says what to do instead; bin/walls.test.mjs plants violations
// and proves that each wall stands. Type imports and `import()` count like any other (tsPreCompilationDeps).

const TEST = '\\.test\\.tsx?$|/testing/';
const CORE = '^core/src/';
const coreRooms = (...rooms) => `${CORE}(${rooms.join('|')})/`;
const PACKAGES = 'node_modules/';

/** From `room` of core nothing but itself and `rooms` may be imported from core. */
const coreRoom = (room, rooms, comment) => ({
  name: `core-${room}-knows-${rooms.length === 0 ? 'nothing' : rooms.join('-')}`,
  comment,
  severity: 'error',
  from: { path: `${CORE}${room}/`, pathNot: TEST },
  to: { path: CORE, pathNot: coreRooms(room, ...rooms) },
});

const forbidden = [
  {
    name: 'no-circular',
    comment: 'Files that need each other are one file, or a third one waits to be born: move what both need there.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nobody imports it and it imports nothing: wire it in, or delete it.',
    severity: 'error',
    from: {
      orphan: true,
      path: '^(core|server|web|tools)/',
      pathNot: [TEST, '\\.d\\.ts$', '(^|/)vite(st)?[^/]*\\.config', '^web/public/'],
    },
    to: {},
  },
  {
    name: 'resolvable',
    comment:
      'It does not resolve: relative imports end in .ts, other workspaces are @ringside/<name>/<room>/<file>.ts and listed in their exports.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(vite/client|virtual:)' },
  },
  {
    name: 'declared',
    comment: 'A package that its own package.json does not list: add it there, pinned, or do without.',
    severity: 'error',
    from: { path: '^(core|server|web|tools)/', pathNot: TEST },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'not-to-test',
    comment: 'What a test made is for tests: move what is wanted into a file of the room.',
    severity: 'error',
    from: { pathNot: [TEST, '^(e2e|bench)/'] },
    to: { path: TEST },
  },
  {
    name: 'not-to-proof',
    comment: 'Tests, benchmarks and the lab look at the product; the product does not know them.',
    severity: 'error',
    from: { path: '^(core|server|web|tools)/', pathNot: TEST },
    to: { path: '^(e2e|bench|lab)/' },
  },
  {
    name: 'main-is-last',
    comment: 'main wires the rooms together and nobody asks it for anything: take what you need as an argument.',
    severity: 'error',
    from: { path: '^(server|web)/src/', pathNot: [TEST, '^server/src/(demo|cli)/'] },
    to: { path: '^(server|web)/src/main\\.tsx?$' },
  },

  {
    name: 'core-is-closed',
    comment:
      'core runs in browsers and Node alike: no Node modules, and no package but zod (contract) and libphonenumber-js (format). Take the rest as an argument.',
    severity: 'error',
    from: { path: CORE, pathNot: TEST },
    to: { pathNot: [CORE, `${PACKAGES}(zod|libphonenumber-js)/`] },
  },
  {
    name: 'core-schemas-in-contract',
    comment: 'Only core/contract declares schemas: elsewhere in core, import its types.',
    severity: 'error',
    from: { path: CORE, pathNot: [TEST, `${CORE}contract/`] },
    to: { path: `${PACKAGES}zod/` },
  },
  {
    name: 'core-phones-in-format',
    comment: 'Only core/format knows libphonenumber: call core/format/phone.ts.',
    severity: 'error',
    from: { pathNot: [TEST, `${CORE}format/`] },
    to: { path: `${PACKAGES}libphonenumber-js/` },
  },
  coreRoom('base', [], 'base is the floor of core: it knows no other room.'),
  coreRoom('access', ['base'], 'access decides who may do what, and knows only base.'),
  coreRoom('format', ['base'], 'format words values, and knows only base: take the value as an argument.'),
  coreRoom(
    'live',
    ['base', 'format'],
    'live is the state and its reducer; it knows base and format. What it needs of elsewhere it takes as an argument.',
  ),
  coreRoom('metrics', ['base', 'live'], 'metrics are figures over live rows and events: only base and live.'),
  coreRoom(
    'pbx',
    ['base'],
    'pbx renders configuration from plain values, and knows only base: take them as arguments.',
  ),
  coreRoom(
    'contract',
    ['base', 'access', 'live', 'metrics', 'format', 'calls', 'rating'],
    'contract declares the outside: it may name access, live, metrics, calls and rating, never the PBX side.',
  ),
  coreRoom(
    'calls',
    ['base', 'format', 'live'],
    'calls joins legs into calls: it knows base, format and the legs of live.',
  ),
  coreRoom('search', ['base'], 'search ranks texts, and knows only base: take the texts as an argument.'),
  coreRoom(
    'rating',
    ['base'],
    'rating is arithmetic on rates, and knows only base: take rates and allowances as arguments.',
  ),
  coreRoom('ami', ['base', 'live'], 'ami turns bytes into facts: it knows base and the facts of live.'),

  {
    name: 'web-takes-browser-core-only',
    comment:
      'core/ami and what else is the PBX side stay on the server: the browser reads LiveEvents through core/live/wire.ts.',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: coreRooms('ami', 'pbx', 'rating', 'calls') },
  },
  {
    name: 'web-not-to-server',
    comment: 'web and server meet in core/contract and core/live alone: declare it there.',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: '^(server|tools)/' },
  },
  {
    name: 'server-not-to-web',
    comment: 'web and server meet in core/contract and core/live alone: declare it there.',
    severity: 'error',
    from: { path: '^(server|tools)/' },
    to: { path: '^web/' },
  },
  {
    name: 'fake-pbx-stands-alone',
    comment: 'The simulated PBX is met over TCP as any PBX is: it may use core, never the server.',
    severity: 'error',
    from: { path: '^tools/fake-pbx/' },
    to: { path: '^server/' },
  },
  {
    name: 'only-the-demo-simulates',
    comment: 'The product knows no simulated PBX: only server/src/demo and tests start one.',
    severity: 'error',
    from: { path: '^server/src/', pathNot: [TEST, '^server/src/demo/'] },
    to: { path: '^(tools/|server/src/demo/)' },
  },
  {
    name: 'resources-do-not-meet',
    comment: 'One noun does not reach into another: join in its queries.ts, or move the shared rule to core.',
    severity: 'error',
    from: { path: '^server/src/resources/([^/]+)/', pathNot: TEST },
    to: { path: '^server/src/resources/([^/]+)/', pathNot: '^server/src/resources/$1/' },
  },
  {
    name: 'pages-do-not-meet',
    comment: 'One page does not reach into another: the shared part belongs in web/src/ui or web/src/crud.',
    severity: 'error',
    from: { path: '^web/src/pages/([^/]+)/', pathNot: TEST },
    to: { path: '^web/src/pages/([^/]+)/', pathNot: '^web/src/pages/$1/' },
  },
  {
    name: 'ui-is-dumb',
    comment: 'ui takes props and gives markup: pass in what it shows.',
    severity: 'error',
    from: { path: '^web/src/ui/', pathNot: TEST },
    to: { path: '^web/src/(api|live|crud|shell|pages)/' },
  },
  {
    name: 'screens-are-last',
    comment: 'crud and shell serve the pages and do not know them: only routes.tsx does.',
    severity: 'error',
    from: { path: '^web/src/(crud|shell)/', pathNot: TEST },
    to: { path: '^web/src/pages/' },
  },
  {
    name: 'api-and-live-are-low',
    comment: 'api and live know no screen: return a value or take a callback.',
    severity: 'error',
    from: { path: '^web/src/(api|live)/', pathNot: TEST },
    to: { path: '^web/src/(ui|crud|shell|pages)/' },
  },
  {
    name: 'ami-is-a-pipe',
    comment: 'server/ami carries bytes to the sink that it was given: it asks no other room of the server.',
    severity: 'error',
    from: { path: '^server/src/ami/', pathNot: TEST },
    to: { path: '^server/src/', pathNot: '^server/src/ami/' },
  },
  {
    name: 'live-and-collectors-meet-on-the-bus',
    comment: 'server/live may be on another node than the collectors: it is handed them, or asks over the bus.',
    severity: 'error',
    from: { path: '^server/src/live/', pathNot: TEST },
    to: { path: '^server/src/ami/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'live-knows-no-screens',
    comment:
      'server/live serves every client alike: no resources, reports or jobs. From http it may name the caller, his reach and the refusal alone.',
    severity: 'error',
    from: { path: '^server/src/live/', pathNot: [TEST, '/routes\\.ts$'] },
    to: {
      path: '^server/src/(http|resources|reports|calls|provisioning|jobs)/',
      pathNot: '^server/src/http/(context|errors|reaches)\\.ts$',
    },
  },
  {
    name: 'sql-in-queries-only',
    comment:
      'Only queries.ts (or *-queries.ts), db/, reports/, jobs/, cli/ and main.ts speak to the database: call the query.',
    severity: 'error',
    from: {
      path: '^server/src/',
      pathNot: [
        TEST,
        '^server/src/(db|reports|jobs|cli|demo)/',
        '(^|[/-])queries\\.ts$',
        '(^|[/-])store\\.ts$',
        '^server/src/main\\.ts$',
      ],
    },
    to: {
      path: `^server/src/db/|${PACKAGES}kysely/`,
      // To make an id and to write an entry of the audit trail are no questions to the database.
      pathNot: '^server/src/db/(new-id|audit)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'driver-in-db-only',
    comment: 'Only server/src/db knows which database it is: use Db.',
    severity: 'error',
    from: { pathNot: ['^server/src/db/', TEST, '^(e2e|bench)/'] },
    to: { path: `${PACKAGES}(pg|@electric-sql/[^/]+)/` },
  },
  {
    name: 'tcp-in-ami-only',
    comment: 'Only server/src/ami opens sockets to a PBX: use a collector, or testConnection.',
    severity: 'error',
    from: { path: '^(core|server|web)/', pathNot: ['^server/src/ami/', TEST] },
    to: { path: '^(node:)?(net|tls|dgram)$' },
  },
  {
    name: 'http-at-the-edge',
    comment:
      'Only http/, routes.ts and main.ts know Fastify: a handler takes params, query, body and caller, and returns a value.',
    severity: 'error',
    from: {
      path: '^server/src/',
      pathNot: ['^server/src/http/', '(^|[/-])routes\\.ts$', '/register-all\\.ts$', '^server/src/main\\.ts$', TEST],
    },
    to: { path: `${PACKAGES}(fastify|@fastify/[^/]+|fastify-type-provider-zod)/` },
  },
  {
    name: 'sockets-in-live-only',
    comment: 'Only server/src/live speaks websocket: publish on the bus, the hub carries it.',
    severity: 'error',
    from: { path: '^server/src/', pathNot: ['^server/src/live/', TEST] },
    to: { path: `${PACKAGES}ws/` },
  },
];

module.exports = {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist[^/]*|coverage|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
