// Prints contract.lock: one line per route with its ability and hashes of its input and output, so that a change of the API is visible in
// review. Run: node server/src/platform/http/openapi/contract-lock.ts > contract.lock
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Route } from '@ringside/core/contract/route.ts';
import { contractRoutes } from './openapi.ts';

/** Returns eight hex digits of the SHA-256 of the JSON Schema, or `-` without a schema. */
const hashOf = (schemas: readonly (z.ZodType | undefined)[], io: 'input' | 'output'): string => {
  const present = schemas.filter((schema) => schema !== undefined);
  if (present.length === 0) return '-';
  const text = JSON.stringify(present.map((schema) => z.toJSONSchema(schema, { io, unrepresentable: 'any' })));
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
};

const lineOf = (route: Route): string => {
  const ability = typeof route.access === 'string' ? route.access : route.access.join(':');
  const input = hashOf([route.params, route.query, route.body], 'input');
  const output = route.file === undefined ? '' : `${route.file.join('+')} `;
  return `${route.method} ${route.path} ${ability} in:${input} out:${output}${hashOf([route.response], 'output')}`;
};

const contractLock = (routes: readonly Route[]): string => `${routes.map(lineOf).toSorted().join('\n')}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(contractLock(await contractRoutes()));
