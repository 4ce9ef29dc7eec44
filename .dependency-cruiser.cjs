// Which folder may import which (ARCHITECTURE.md). Each comment says what to do instead; bin/boundaries.test.mjs plants a
// violation of every rule and checks that it is found. Type imports and `import()` count like any other (tsPreCompilationDeps).
const { SERVER_LAYERS, SERVER_AREAS, WEB_AREAS, CORE_FOLDERS } = require('./bin/layers.cjs');

const TEST = '\\.test\\.tsx?$|/testing/';
const CORE = '^core/src/';
const PACKAGES = 'node_modules/';
const anyOf = (folders) => `(${folders.join('|')})/`;

/** One rule for each folder: what it may import inside `root`; everything else there is forbidden. */
const folderRule = (root, name, folder, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^${root}${folder}/`, pathNot: TEST },
  to: { path: `^${root}`, pathNot: `^${root}${anyOf([folder, ...allowed])}` },
});

const areas = Object.keys(SERVER_AREAS);
const layerRules = SERVER_LAYERS.flatMap((layer, n) => {
  const lower = [...SERVER_LAYERS.slice(0, n).flat(), ...(layer.includes('start') ? areas : [])];
  return layer.map((folder) =>
    folderRule(
      'server/src/',
      `server-${folder.replace('/', '-')}-imports-lower-layers`,
      folder,
      lower,
      `${folder} imports lower layers only (bin/layers.cjs): move the shared part down, or take it as an argument.`,
    ),
  );
});
const platform = SERVER_LAYERS.flat().filter((folder) => folder.startsWith('platform/'));
const areaRules = Object.entries(SERVER_AREAS).map(([area, allowed]) =>
  folderRule(
    'server/src/',
    `server-${area}-imports-declared-areas`,
    area,
    [...platform, ...allowed],
    `${area} imports the platform and its declared areas (bin/layers.cjs): take the rest as an argument that main.ts passes.`,
  ),
);
const coreRules = Object.entries(CORE_FOLDERS).map(([folder, allowed]) =>
  folderRule(
    'core/src/',
    `core-${folder}-imports-declared-folders`,
    folder,
    allowed,
    `core/${folder} imports its declared folders only (bin/layers.cjs): take the value as an argument.`,
  ),
);
const WEB_LOW = ['ui', 'data', 'locales'];
const webAreaRules = Object.entries(WEB_AREAS).map(([area, allowed]) =>
  folderRule(
    'web/src/',
    `web-${area}-imports-declared-areas`,
    area,
    [...WEB_LOW, ...allowed],
    `web/${area} imports ui, data and its declared areas (bin/layers.cjs): move the shared component to ui or data.`,
  ),
);

const forbidden = [
  {
    name: 'no-circular',
    comment: 'Two files import each other: merge them, or move what both need into a third file.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'No file imports it and it imports none: use it, or delete it.',
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
      'It does not resolve: relative imports end in .ts, other workspaces are @ringside/<name>/<folder>/<file>.ts and listed in their exports.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^(vite/client|virtual:)' },
  },
  {
    name: 'declared',
    comment: 'The package is not in this workspace’s package.json: add it there, pinned, or do without.',
    severity: 'error',
    from: { path: '^(core|server|web|tools)/', pathNot: TEST },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'not-to-test',
    comment: 'Production code imports test code: move what is needed into a production file.',
    severity: 'error',
    from: { pathNot: [TEST, '^(e2e|bench)/'] },
    to: { path: TEST },
  },
  {
    name: 'not-to-proof',
    comment: 'Tests, benchmarks and the lab import the product, never the reverse.',
    severity: 'error',
    from: { path: '^(core|server|web|tools)/', pathNot: TEST },
    to: { path: '^(e2e|bench|lab)/' },
  },
  {
    name: 'wiring-is-last',
    comment: 'main.ts and the files beside it wire everything: take what you need as an argument.',
    severity: 'error',
    from: { path: '^server/src/[^/]+/', pathNot: [TEST, '^server/src/(demo|cli)/'] },
    to: { path: '^server/src/[^/]+\\.ts$' },
  },

  {
    name: 'core-is-closed',
    comment:
      'core runs in browsers and Node alike: no Node modules, and no package but zod (contract) and libphonenumber-js (base). Take the rest as an argument.',
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
    name: 'core-phones-in-base',
    comment: 'Only core/base/phone.ts knows libphonenumber: call it.',
    severity: 'error',
    from: { pathNot: [TEST, `${CORE}base/`] },
    to: { path: `${PACKAGES}libphonenumber-js/` },
  },
  ...coreRules,
  ...layerRules,
  ...areaRules,
  ...webAreaRules,

  {
    name: 'web-takes-browser-core-only',
    comment:
      'core/asterisk, core/calls and the rendering in core/pbx stay on the server: the browser reads LiveEvents through core/live/wire.ts.',
    severity: 'error',
    from: { path: '^web/', pathNot: TEST },
    to: { path: `${CORE}(asterisk|calls|pbx)/`, pathNot: `${CORE}pbx/options/` },
  },
  {
    name: 'web-not-to-server',
    comment: 'web and server share core/contract and core/live only: declare it there.',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: '^(server|tools)/' },
  },
  {
    name: 'server-not-to-web',
    comment: 'web and server share core/contract and core/live only: declare it there.',
    severity: 'error',
    from: { path: '^(server|tools)/' },
    to: { path: '^web/' },
  },
  {
    name: 'web-ui-knows-no-area',
    comment: 'ui takes props and renders markup: pass in what it shows.',
    severity: 'error',
    from: { path: '^web/src/ui/', pathNot: TEST },
    to: { path: '^web/src/', pathNot: '^web/src/(ui|locales|data/base)/' },
  },
  {
    name: 'web-data-knows-no-area',
    comment: 'data serves the areas and does not know them: take a callback or a value.',
    severity: 'error',
    from: { path: '^web/src/data/', pathNot: TEST },
    to: { path: '^web/src/', pathNot: '^web/src/(ui|locales|data)/' },
  },
  {
    name: 'web-client-knows-no-screen',
    comment: 'The API client and the live store know no screen: return a value or take a callback.',
    severity: 'error',
    from: { path: '^web/src/data/(api|live)/', pathNot: TEST },
    to: { path: '^web/src/(ui|data/(form|list|import|appearance|brand))/' },
  },
  {
    name: 'fake-pbx-stands-alone',
    comment: 'The simulated PBX is reached over TCP like any PBX: it may import core, never the server.',
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
    name: 'ami-is-a-pipe',
    comment: 'server/pbx/ami carries bytes to the sink that it is given: it imports nothing else of the server.',
    severity: 'error',
    from: { path: '^server/src/pbx/ami/', pathNot: TEST },
    to: { path: '^server/src/', pathNot: '^server/src/pbx/ami/' },
  },
  {
    name: 'live-reaches-collectors-over-the-bus',
    comment: 'server/live may run on another node than the collectors: take them as an argument, or ask over the bus.',
    severity: 'error',
    from: { path: '^server/src/live/', pathNot: TEST },
    to: { path: '^server/src/pbx/ami/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'sql-in-queries-only',
    comment:
      'Only queries.ts (or *-queries.ts), stores and the folders that read everything speak SQL: call the query.',
    severity: 'error',
    from: {
      path: '^server/src/',
      pathNot: [
        TEST,
        '^server/src/platform/(db|jobs)/',
        '^server/src/(reports|cli|demo|start)/',
        '(^|[/-])queries\\.ts$',
        '(^|[/-])store\\.ts$',
        '^server/src/[^/]+\\.ts$',
      ],
    },
    to: {
      path: `^server/src/platform/db/|${PACKAGES}kysely/`,
      // These run no query of the caller's: ids, audit entries, errors, scopes and connection settings.
      pathNot:
        '^server/src/platform/db/(new-id|audit|database-unavailable|work-scope|postgres/postgres-session|rows/unique-refusal)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'driver-in-db-only',
    comment: 'Only server/src/platform/db knows which database it is: use Db.',
    severity: 'error',
    from: { pathNot: ['^server/src/platform/db/', TEST, '^(e2e|bench)/'] },
    to: { path: `${PACKAGES}(pg|@electric-sql/[^/]+)/` },
  },
  {
    name: 'tcp-in-ami-only',
    comment: 'Only server/src/pbx/ami opens sockets to a PBX: use a collector, or testConnection.',
    severity: 'error',
    // run-service reads the pipe of the starter.
    from: {
      path: '^(core|server|web)/',
      pathNot: ['^server/src/pbx/ami/', '^server/src/start/run-service\\.ts$', TEST],
    },
    to: { path: '^(node:)?(net|tls|dgram)$' },
  },
  {
    name: 'http-at-the-edge',
    comment:
      'Only platform/http, routes.ts and the wiring know Fastify: a handler takes params, query, body and caller, and returns a value.',
    severity: 'error',
    from: {
      path: '^server/src/',
      pathNot: ['^server/src/(platform/http|start)/', '(^|[/-])routes\\.ts$', '^server/src/[^/]+\\.ts$', TEST],
    },
    to: { path: `${PACKAGES}(fastify|@fastify/[^/]+|fastify-type-provider-zod)/` },
  },
  {
    name: 'sockets-in-live-only',
    comment: 'Only server/src/live speaks websocket: publish on the bus, and the hub carries it.',
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
    exclude: { path: '^(dist|coverage|data)/|^web/(dist|public)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
