// Reads the contract's routes and schemas from its modules. Prints the OpenAPI document: node server/src/platform/http/openapi/openapi.ts
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Route } from '@ringside/core/contract/route.ts';
import { packageVersion } from '../../config/package-version.ts';
import { openApiOf } from './openapi-document.ts';
import type { ContractNames } from './openapi-document.ts';

const CONTRACT = new URL('../../../../../core/src/contract/', import.meta.url);

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** A resource or its import: the schema of a row, and its routes by operation. */
interface RouteGroup {
  readonly row: z.ZodType;
  readonly routes: Readonly<Record<string, Route>>;
}

const isRouteGroup = (value: unknown): value is RouteGroup =>
  typeof value === 'object' && value !== null && 'routes' in value && 'row' in value;

/** Returns every export of the contract's files with its name. */
const contractExports = async (): Promise<readonly (readonly [string, unknown])[]> => {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const modules = await Promise.all(
    files.toSorted().map((file) => import(new URL(file.replaceAll('\\', '/'), CONTRACT).href)),
  );
  return modules.flatMap((exported) => Object.entries(exported));
};

/** Returns every route that the contract exports, directly or as part of a resource. */
export const contractRoutes = async (): Promise<readonly Route[]> =>
  (await contractExports()).flatMap(([, value]) =>
    (isRouteGroup(value) ? Object.values(value.routes) : [value]).filter(isRoute),
  );

/** Returns the plural: `ApiKey` → `ApiKeys`, `AclEntry` → `AclEntries`. `Hours` stays unchanged. */
const plural = (name: string): string => (name.endsWith('s') ? name : `${name.replace(/(?<=[^aeiou])y$/, 'ie')}s`);

const OPERATIONS: Readonly<Record<string, (row: string) => string>> = {
  list: (row) => `list${plural(row)}`,
  export: (row) => `export${plural(row)}`,
  import: (row) => `import${plural(row)}`,
  get: (row) => `get${row}`,
  authors: (row) => `get${row}Authors`,
  create: (row) => `create${row}`,
  update: (row) => `update${row}`,
  bulk: (row) => `bulkUpdate${plural(row)}`,
  remove: (row) => `delete${row}`,
};

export const contractNames = async (): Promise<ContractNames> => {
  const exported = await contractExports();
  const schemas = exported.flatMap(([name, value]) =>
    /^[A-Z][A-Za-z]*[a-z]$/.test(name) && value instanceof z.ZodType ? [[name, value] as const] : [],
  );
  const schemaNames = new Map<unknown, string>(schemas.map(([name, schema]) => [schema, name]));
  const groups = exported.flatMap(([, value]) => (isRouteGroup(value) ? [value] : []));
  const rowNames = new Map(
    groups.flatMap(({ row, routes }) => (routes['list'] ? [[routes['list'].path, schemaNames.get(row)]] : [])),
  );
  const ids = new Map<Route, string>();
  for (const [name, value] of exported) if (isRoute(value)) ids.set(value, name);
  for (const [key, route] of groups.flatMap(({ routes }) => Object.entries(routes))) {
    const row = rowNames.get(`/${route.path.split('/')[1]}`);
    const id = row === undefined ? undefined : OPERATIONS[key]?.(row);
    if (id === undefined) throw new Error(`${key} of ${route.path} has no operation id: export the schema of its row.`);
    ids.set(route, id);
  }
  const operationId = (route: Route): string => {
    const id = ids.get(route);
    if (id === undefined)
      throw new Error(`${route.method} ${route.path} has no operation id: export it from core/src/contract.`);
    return id;
  };
  return { schemas, operationId };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(openApiOf(await contractRoutes(), await contractNames(), packageVersion())));
}
