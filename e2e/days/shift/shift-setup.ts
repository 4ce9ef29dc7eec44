// Setup of a shift: two PBX servers with equal queue names, two customers who share phones, a console with a mail server, and a wallboard.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startSmtpSink } from '../../../server/src/platform/mail/testing/smtp-sink.ts';
import { expectAgreement } from '../../lab/agree.ts';
import { createWitness } from '../../lab/ami-witness.ts';
import { startConsole } from '../../lab/console.ts';
import { createCable } from '../../lab/cut-proxy.ts';
import { isAverage } from '../../lab/facts.ts';
import { createLab, sleep } from '../../lab/lab.ts';
import type { Pbx } from '../../lab/lab.ts';
import type { LiveAnswer } from '../../lab/live.ts';
import { setUpTenants, isUp, QUEUES, waitForLink } from '../../lab/tenants.ts';
import { openWallboard } from './wall.ts';

export const CODES = ['acme', 'globex'] as const;
export type Code = (typeof CODES)[number];

/** Callers and called numbers of each customer. No caller of one customer calls the other customer. */
export const CALLERS: Readonly<
  Record<Code, { readonly number: string; readonly name: string; readonly dids: string[] }>
> = {
  acme: { number: '+1212555', name: 'Of Acme', dids: ['+12025550101', '+12025550102', '+12025550105'] },
  globex: { number: '+3361234', name: 'Of Globex', dids: ['+442079460101', '+442079460102', '+442079460105'] },
};

/** Fixed port, so that the wallboard finds the restarted console at the same address. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const storm = (pbx: Pbx, calls: number): Promise<void> => {
  const csv = join(pbx.folder, 'shift-callers.csv');
  const lines = Array.from({ length: 40 }, (_, i) => {
    const { number, name, dids } = CALLERS[CODES[i % 2] ?? 'acme'];
    return `${number}${String(1000 + i)};${name} ${i};${dids[Math.floor(i / 2) % dids.length]}`;
  });
  writeFileSync(csv, ['SEQUENTIAL', ...lines, ''].join('\n'));
  return pbx.callers({ calls, rate: 1.5, patience: '1500,4000,12000', csv, wait: true });
};

const openSite = async (pbx: Pbx) => {
  await pbx.up({ fresh: true, more: join(import.meta.dirname, '../../../lab/conf/pbx-shared') });
  const cable = await createCable(pbx.host, pbx.amiPort);
  let witness = await createWitness(pbx.host, pbx.amiPort);
  return {
    pbx,
    cable,
    get witness() {
      return witness;
    },
    storm: (calls: number) => storm(pbx, calls),
    /** Restarts the PBX as after an upgrade: calls end without an entry in the queue log. */
    restart: async (): Promise<void> => {
      await pbx.stop();
      await pbx.up();
      witness.close();
      witness = await createWitness(pbx.host, pbx.amiPort);
    },
    close: async (): Promise<void> => {
      witness.close();
      await cable.close();
    },
  };
};
type Site = Awaited<ReturnType<typeof openSite>>;

const setUpShift = async (lab: ReturnType<typeof createLab>) => {
  const [north, south] = await Promise.all([openSite(lab.pbx(3)), openSite(lab.pbx(4))]);
  const sites = [north, south];
  const mail = await startSmtpSink();
  const logs = ['North', 'South'].map((name, i) => `${name}:${join(sites[i]!.pbx.folder, 'log/queue_log')}`);
  const console_ = await startConsole({
    ...{ RINGSIDE_LOGS: logs.join(','), PORT: String(await freePort()) },
    ...{ SMTP_URL: mail.url, SMTP_FROM: 'console@host.example' },
  });
  const link = { host: '127.0.0.1', username: 'console', secret: 'console-secret' };
  const setup = await setUpTenants(console_.api, [
    { ...link, name: 'North', port: north.cable.port },
    { ...link, name: 'South', port: south.cable.port },
  ]);
  // A queue of each customer has the same label.
  const { data } = await console_.api.call<{ data: { id: string; name: string }[] }>('GET', '/queues?perPage=100');
  for (const { id, name } of data)
    if (name === 'acme-sales' || name === 'globex-orders')
      await console_.api.call('PATCH', `/queues/${id}`, { label: 'Front desk' });
  for (const id of setup.serverIds) await waitForLink(console_, id, isUp);
  const habits = { ring: '300,1200', talk: '2000,4000', noAnswer: 8, busy: 5 };
  await Promise.all(sites.map(({ pbx }) => pbx.agents(8, habits)));
  const readLive = (): Promise<LiveAnswer> => console_.api.call<LiveAnswer>('GET', '/live');
  const apiOf = (code: Code) => console_.signIn(`${code}-admin`, `pass phrase of ${code}`);
  const wall = await openWallboard(await apiOf('acme'), console_.url, QUEUES.acme);
  const idOf = (site: Site): number => setup.serverIds[sites.indexOf(site)] ?? -1;
  const agree = (site: Site, only?: (key: string) => boolean, withinMs?: number) =>
    expectAgreement(readLive, site.witness, idOf(site), {
      ...(only ? { only } : {}),
      ...(withinMs ? { withinMs } : {}),
    });
  const wait = (site: Site, says: Parameters<typeof waitForLink>[2], withinMs?: number) =>
    waitForLink(console_, idOf(site), says, withinMs);
  return {
    ...{ north, south, sites, mail, console_, house: setup, readLive, apiOf, wall, idOf, agree, wait },
    /** Restarts the PBX during calls. Resolves when the console shows its state again, at the end of all calls. */
    restartUnderLoad: async (site: Site, calls: number): Promise<void> => {
      const running = site.storm(calls).catch(() => undefined);
      await sleep(3_500);
      await site.restart();
      await wait(site, isUp);
      await agree(site, (key) => !isAverage(key), 20_000);
      await running;
      await agree(site, undefined, 60_000);
    },
    close: async (): Promise<void> => {
      await wall.close();
      await console_.close();
      await mail.close();
      for (const site of sites) await site.close();
      await lab.close();
    },
  };
};
export type Shift = Awaited<ReturnType<typeof setUpShift>>;

export const openShift = async (): Promise<Shift> => {
  const lab = createLab();
  try {
    return await setUpShift(lab);
  } catch (error) {
    await lab.close();
    throw error;
  }
};
