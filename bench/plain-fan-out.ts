// A simple gateway that encodes each event as JSON for each client, in a frame each. The peer of G4.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';

export interface PlainFanOut {
  readonly port: number;
  /** Sends `eventsPerSecond` for `seconds`. Resolves to the CPU seconds used. */
  run(eventsPerSecond: number, seconds: number): Promise<number>;
  stop(): void;
}

export const startPlainFanOut = async (): Promise<PlainFanOut> => {
  const child = fork(fileURLToPath(import.meta.url), ['--plain']);
  const next = (): Promise<number> => new Promise((resolve) => child.once('message', (m) => resolve(m as number)));
  const port = await next();
  return {
    port,
    run: (eventsPerSecond, seconds) => {
      const cost = next();
      child.send({ eventsPerSecond, seconds });
      return cost;
    },
    stop: () => void child.kill(),
  };
};

/** A member's row as sent to browsers, some 700 bytes. */
const event = (i: number): Record<string, unknown> => ({
  Type: 3,
  server_id: 1 + (i % 20),
  Event: 'QueueMemberStatus',
  At: Date.now(),
  Queue: `tenant1-queue${i % 25}`,
  MemberName: `Agent Number ${i % 3000}`,
  Interface: `PJSIP/tenant1-${1000 + (i % 3000)}`,
  StateInterface: `PJSIP/tenant1-${1000 + (i % 3000)}`,
  Membership: 'dynamic',
  Penalty: 0,
  CallsTaken: i % 97,
  LastCall: 1_795_000_000 + i,
  LastPause: 0,
  LoginTime: 1_795_000_000,
  InCall: i % 2,
  Status: 1 + (i % 8),
  Paused: 0,
  PausedReason: '',
  Wrapuptime: 0,
  Ringing: false,
  Channel: `PJSIP/tenant1-${1000 + (i % 3000)}-0000${i % 10}`,
  Linkedid: `pbx1-1795233504.${i}`,
  CallerIDNum: '+442079460958',
  CallerIDName: 'Evelyn Archer',
});

const serve = (): void => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false }, () => {
    const address = server.address();
    process.send?.(typeof address === 'object' && address ? address.port : 0);
  });
  process.on('message', (message) => {
    const { eventsPerSecond, seconds } = message as { eventsPerSecond: number; seconds: number };
    const before = process.cpuUsage();
    let sent = 0;
    const started = performance.now();
    const timer = setInterval(() => {
      const due = Math.min(seconds, (performance.now() - started) / 1000) * eventsPerSecond;
      for (; sent < due; sent++) {
        const e = event(sent);
        for (const client of server.clients) client.send(JSON.stringify(e));
      }
      if (sent < seconds * eventsPerSecond) return;
      clearInterval(timer);
      const { user, system } = process.cpuUsage(before);
      process.send?.((user + system) / 1e6);
    }, 5);
  });
};

if (process.argv[2] === '--plain') serve();
