// Tests clients that two generators create from the OpenAPI document: both compile, and a program that uses only one of them works with a
// running console, like a program of a customer's developer.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand } from './cli/run-command.ts';
import { PASSWORD, startTestConsole } from './testing/test-console.ts';
import type { TestConsole } from './testing/test-console.ts';

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

const PROGRAM = `
import { client } from './client/client.gen.ts';
import {
  createCallcenter, createCustomer, createEndpoint, createQueue, createSubscriber, getQueueReport, listSubscribers, login,
} from './client/sdk.gen.ts';
import type { QueueReport, Subscriber } from './client/types.gen.ts';

const [, , baseUrl = '', username = '', password = ''] = process.argv;
client.setConfig({ baseUrl, throwOnError: true });
const { data: session } = await login({ body: { username, password }, throwOnError: true });
client.setConfig({ auth: session.token });

const { data: customer } = await createCustomer({ body: { code: 'acme', name: 'Acme' }, throwOnError: true });
const { data: server } = await createEndpoint({
  body: { name: 'PBX', amiHost: '127.0.0.1', amiPort: 9, amiUsername: 'console', amiSecret: 'secret', enabled: false },
  throwOnError: true,
});
const place = { customerId: customer.id, serverId: server.id };
await createSubscriber({ body: { ...place, extension: '100', name: 'Front desk' }, throwOnError: true });
const { data: callcenter } = await createCallcenter({
  body: { customerId: customer.id, name: 'Support', code: 'support' },
  throwOnError: true,
});
const { data: queue } = await createQueue({
  body: { callcenterId: callcenter.id, serverId: server.id, name: 'support', label: 'Support line' },
  throwOnError: true,
});
const { data: subscribers } = await listSubscribers({ query: { q: 'desk' }, throwOnError: true });
const { data } = await getQueueReport({ query: { groupBy: 'queue', timeZone: 'Europe/Madrid' }, throwOnError: true });
const report = data as QueueReport;
const found: Subscriber | undefined = subscribers.data[0];
const again = await createCustomer({ body: { code: 'acme', name: 'Acme' }, throwOnError: false });
console.log(JSON.stringify({
  customer: customer.code, subscriber: found?.extension, queue: queue.label, received: report.totals.received,
  conflict: again.error?.code,
}));
`;

/**
 * This generator needs an option to make request fields with a default optional. It generates only types. This code uses them for one
 * request and its answer.
 */
const TYPED = `
import type { components, paths } from './types.ts';
type Create = paths['/queues']['post'];
export const body: Create['requestBody']['content']['application/json'] = {
  callcenterId: 'id', serverId: 1, name: 'support', label: 'Support line',
};
export const labelOf = (queue: Create['responses'][201]['content']['application/json']): string => queue.label;
export const same: (queue: components['schemas']['Queue']) => string = labelOf;
`;

const COMPILER = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
};

let ringside: TestConsole;
let folder: string;

/** Runs a tool with this version of Node.js and returns its output. */
const run = async (script: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${script} failed: ${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  return stdout;
};

beforeAll(async () => {
  ringside = await startTestConsole();
  folder = mkdtempSync(join(tmpdir(), 'ringside-client-'));
  symlinkSync(MODULES, join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'openapi.json'), (await ringside.call(null, 'GET', '/openapi.json')).text);
  await runCommand(
    { ...ringside.deps },
    { command: 'user create', options: { username: 'root', role: 'administrator', password: PASSWORD } },
  );
});
afterAll(async () => {
  await ringside?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('openapi-typescript generates types that compile', { timeout: 180_000 }, async () => {
  await run(
    join(MODULES, 'openapi-typescript/bin/cli.js'),
    'openapi.json',
    '-o',
    'types.ts',
    '--default-non-nullable=false',
  );
  writeFileSync(join(folder, 'typed.ts'), TYPED);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['typed.ts'] }));
  await run(join(MODULES, 'typescript-native/bin/tsc'), '--pretty', 'false', '-p', '.');
});

it('a program that uses only the client of @hey-api/openapi-ts works', { timeout: 180_000 }, async () => {
  const config = {
    input: 'openapi.json',
    output: { path: 'client', module: { extension: '.ts' } },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { file: false, level: 'error' },
  };
  writeFileSync(join(folder, 'openapi-ts.config.mjs'), `export default ${JSON.stringify(config)};`);
  await run(join(MODULES, '@hey-api/openapi-ts/bin/run.js'));
  writeFileSync(join(folder, 'program.ts'), PROGRAM);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER, include: ['program.ts'] }));
  await run(join(MODULES, 'typescript-native/bin/tsc'), '--pretty', 'false', '-p', '.');
  const printed = await run('program.ts', `${ringside.url}/api`, 'root', PASSWORD);
  expect(JSON.parse(printed)).toEqual({
    customer: 'acme',
    subscriber: '100',
    queue: 'Support line',
    received: 0,
    conflict: 'conflict',
  });
});
