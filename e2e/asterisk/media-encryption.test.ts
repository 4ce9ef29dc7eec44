// Media encryption of subscribers on a real Asterisk, with both drivers: SDES over TLS, DTLS for browsers, and drift after a change on the
// PBX.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvisionedObject, Provisioning } from '@ringside/core/contract/pbx/provisioning.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '@ringside/fake-pbx/testing/certificate.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningConsole } from '../lab/console.ts';
import { startConsole } from '../lab/console.ts';
import type { Lab, Pbx } from '../lab/lab.ts';
import { createLab } from '../lab/lab.ts';
import { startPostgres } from '../lab/postgres.ts';
import type { Postgres } from '../lab/postgres.ts';
import { SECOND_LOGIN, applyIncludeLines } from '../lab/apply-include-lines.ts';

const PATIENCE = { timeout: 40_000, interval: 200 };
const LINES = {
  '201': { transport: 'tls' },
  '202': { transport: 'tls', mediaEncryption: 'off' },
  '203': { transport: 'udp' },
  '204': { webrtc: true, transport: 'wss' },
  '205': { transport: 'wss', mediaEncryption: 'dtls' },
  '206': { mediaEncryption: 'sdes' },
} as const;
/** Values shown by Asterisk: the encryption, and whether it generates a certificate for DTLS. */
const SHOWN = {
  '201': ['sdes', 'No'],
  '202': ['no', 'No'],
  '203': ['no', 'No'],
  '204': ['dtls', 'Yes'],
  '205': ['dtls', 'Yes'],
  '206': ['sdes', 'No'],
};

let lab: Lab;
let postgres: Postgres;
let ringside: RunningConsole;
const folders: string[] = [];

const api = <T>(method: string, path: string, body?: unknown): Promise<T> => ringside.api.call<T>(method, path, body);

const encryptionOf = async (pbx: Pbx, name: string): Promise<readonly string[]> => {
  const text = await pbx.cli(`pjsip show endpoint ${name}`);
  const value = (option: string): string => new RegExp(`^ ${option} +: (.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
  return [value('media_encryption'), value('dtls_auto_generate_cert')];
};

beforeAll(async () => {
  lab = createLab();
  postgres = await startPostgres();
  ringside = await startConsole({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await ringside?.close();
  await lab?.close();
  await postgres?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const settled = (serverId: number) =>
  expect
    .poll(async () => {
      const { status, problem, counts } = await api<Provisioning>('GET', `/endpoints/${serverId}/provisioning`);
      return { status, problem, pending: counts.pending, failed: counts.failed, drift: counts.drift };
    }, PATIENCE)
    .toEqual({ status: 'idle', problem: null, pending: 0, failed: 0, drift: 0 });

it.each([
  [7, 'files', 'filco'],
  [8, 'database', 'tabco'],
] as const)('writes and reads back the chosen encryption on PBX %i with driver %s', async (number, driver, code) => {
  const pbx = lab.pbx(number);
  const live = { amiUsername: 'console', amiSecret: 'console-secret' };
  const server = { name: driver, amiHost: pbx.host, amiPort: pbx.amiPort, ...live };
  const { id: serverId } = await api<{ id: number }>('POST', '/endpoints', server);
  const at = `/endpoints/${serverId}/provisioning`;
  const { includes } = await api<Provisioning>('PATCH', at, { ...SECOND_LOGIN, driver });
  const conf = await applyIncludeLines(postgres, includes, {});
  folders.push(conf);
  const [certificate, key] = [join(conf, 'tls.crt'), join(conf, 'tls.key')];
  writeFileSync(certificate, TEST_CERTIFICATE);
  writeFileSync(key, TEST_KEY);
  writeFileSync(
    join(conf, 'pjsip.d/tls.conf'),
    `[net-tls]\ntype=transport\nprotocol=tls\nbind=@IP@:5061\ncert_file=${certificate}\npriv_key_file=${key}\n` +
      '[net-wss]\ntype=transport\nprotocol=wss\nbind=@IP@\n',
  );
  await pbx.up({ fresh: true, more: conf });
  await api('PATCH', at, { enabled: true });
  const { id: customerId } = await api<{ id: string }>('POST', '/customers', { code, name: code });
  const ids = new Map<string, string>();
  for (const [extension, values] of Object.entries(LINES)) {
    const line = { customerId, serverId, extension, name: `Phone ${extension}`, ...values };
    ids.set(extension, (await api<{ id: string }>('POST', '/subscribers', line)).id);
  }
  await settled(serverId);
  for (const [extension, shown] of Object.entries(SHOWN)) {
    expect([extension, ...(await encryptionOf(pbx, `${code}-${extension}`))]).toEqual([extension, ...shown]);
  }
  const change = (extension: string, values: object) =>
    ringside.api.raw('PATCH', `/subscribers/${ids.get(extension)}`, values);
  expect(await change('204', { mediaEncryption: 'sdes' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'mediaEncryption', code: 'browser-dtls-only' }] },
  });
  expect(await change('203', { mediaEncryption: 'dtls' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'mediaEncryption', code: 'dtls-web-socket-only' }] },
  });

  // A change on the PBX turns the encryption off.
  if (driver === 'files') {
    const file = join(pbx.folder, 'etc/ringside_endpoints.conf');
    writeFileSync(file, readFileSync(file, 'utf8').replace('media_encryption = sdes', 'media_encryption = no'));
    await pbx.cli('module reload res_pjsip.so');
    await api('POST', `${at}/check`);
    const { data } = await api<{ data: ProvisionedObject[] }>('GET', `${at}/objects?state=drift`);
    expect(data.map(({ name, reason }) => [name, reason])).toEqual([[`${code}-201`, 'changed-there']]);
  } else {
    await postgres.sql(
      `update realtime_sections set lines = replace(lines::text, '"sdes"', '"no"')::jsonb,
         options = jsonb_set(options, '{media_encryption}', '"no"')
       where sheet = 'endpoints' and name = '${code}-201' and server_id = ${serverId}`,
    );
    expect(await encryptionOf(pbx, `${code}-201`)).toEqual(['no', 'No']);
    await api('POST', `${at}/check`);
    const { data } = await api<{ data: ProvisionedObject[] }>('GET', `${at}/objects?state=drift`);
    expect(data.map(({ name, reason }) => [name, reason])).toEqual([[`${code}-201`, 'changed-there']]);
  }
  await api('POST', `${at}/adopt`, { kind: 'pjsip', name: `${code}-201` });
  expect(await api('GET', `/subscribers/${ids.get('201')}`)).toMatchObject({ mediaEncryption: 'off' });
  await change('201', { mediaEncryption: 'auto' });
  await expect.poll(() => encryptionOf(pbx, `${code}-201`), PATIENCE).toEqual(['sdes', 'No']);
  await settled(serverId);
});
