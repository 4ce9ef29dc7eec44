// Prints the OpenAPI document of the contract, as committed in openapi.json: node server/src/http/openapi.ts > openapi.json
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Route } from '@ringside/core/contract/route.ts';
import { packageVersion } from '../package-version.ts';
import { openApiOf } from './openapi-document.ts';

const CONTRACT = new URL('../../../core/src/contract/', import.meta.url);

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

const routesIn = (value: unknown): readonly Route[] => {
  if (isRoute(value)) return [value];
  const routes = typeof value === 'object' && value !== null && 'routes' in value ? value.routes : null;
  return typeof routes === 'object' && routes !== null ? Object.values(routes).filter(isRoute) : [];
};

/** Every route value that a file of the contract exports, alone or in a resource. */
export const contractRoutes = async (): Promise<readonly Route[]> => {
  const files = readdirSync(CONTRACT).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const modules = (await Promise.all(files.toSorted().map((file) => import(new URL(file, CONTRACT).href)))) as Record<
    string,
    unknown
  >[];
  return modules.flatMap((exported) => Object.values(exported).flatMap(routesIn));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(openApiOf(await contractRoutes(), packageVersion()), null, 2));
}
