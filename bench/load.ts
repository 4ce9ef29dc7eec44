// Runs simulated PBXs in a separate process at a fixed rate, so that their cost does not count as the console's.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../tools/fake-pbx/src/main.ts', import.meta.url));

export interface LoadSettings {
  readonly count: number;
  readonly queues: number;
  readonly agents: number;
  readonly tenants?: number;
  /** Per PBX. */
  readonly eventsPerSecond: number;
}

export interface Load {
  readonly addresses: readonly { readonly host: string; readonly port: number }[];
  readonly username: string;
  readonly secret: string;
  stop(): Promise<void>;
}

export const startLoad = async (settings: LoadSettings): Promise<Load> => {
  const values: Record<string, number> = {
    count: settings.count,
    queues: settings.queues,
    agents: settings.agents,
    tenants: settings.tenants ?? 2,
    'events-per-second': settings.eventsPerSecond,
    port: 0,
  };
  const args = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const lines = (): RegExpMatchArray[] => [...output.matchAll(/^ready: \S+ (\S+):(\d+) (\S+) (\S+)$/gm)];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`The simulated PBXs ended: ${output}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (lines().length === settings.count) resolve();
    });
  });
  return {
    addresses: lines().map((m) => ({ host: m[1] ?? '', port: Number(m[2]) })),
    username: lines()[0]?.[3] ?? '',
    secret: lines()[0]?.[4] ?? '',
    stop: async () => {
      child.kill('SIGTERM');
      await over;
    },
  };
};
