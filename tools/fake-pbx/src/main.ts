// Command line of the simulated PBX: one or several on consecutive ports, with configurable traffic.
import { parseArgs } from 'node:util';
import { createFakePbx } from './create-fake-pbx.ts';
import type { Pace } from './pacer.ts';
import { loadPlan } from './sim/load-plan.ts';

const HELP = `fake-pbx: simulated Asterisk 22 servers that speak AMI

  --count N             how many (1)
  --port N              first port, the others follow (5038; 0: any)
  --host ADDRESS        127.0.0.1
  --user U --secret S   AMI user (ringside / ringside)
  --queues N --agents N --tenants N
  --calls-per-hour N    into all queues of one PBX
  --events-per-second N paced exactly, instead of the real clock
  --speed N             simulated seconds in a second (1)
  --seed S              the same seed, the same day (1)
  --all-events          Newexten too
`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    count: { type: 'string', default: '1' },
    port: { type: 'string', default: '5038' },
    host: { type: 'string', default: '127.0.0.1' },
    user: { type: 'string', default: 'ringside' },
    secret: { type: 'string', default: 'ringside' },
    tenants: { type: 'string', default: '2' },
    queues: { type: 'string', default: '6' },
    agents: { type: 'string', default: '18' },
    'calls-per-hour': { type: 'string' },
    'events-per-second': { type: 'string' },
    speed: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    'all-events': { type: 'boolean', default: false },
  },
});

const whole = (name: string, text: string): number => {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(`--${name} should be a number, not ${text}`);
  process.exit(2);
};

if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const eventsPerSecond = values['events-per-second'];
const pace: Pace =
  eventsPerSecond === undefined
    ? { kind: 'real', speed: whole('speed', values.speed) }
    : { kind: 'load', eventsPerSecond: whole('events-per-second', eventsPerSecond) };
const firstPort = whole('port', values.port);
const calls = values['calls-per-hour'];

const servers = Array.from({ length: whole('count', values.count) }, (_, i) =>
  createFakePbx({
    plan: loadPlan({
      systemName: `pbx${i + 1}`,
      seed: values.seed,
      tenants: whole('tenants', values.tenants),
      queues: whole('queues', values.queues),
      agents: whole('agents', values.agents),
      callsPerHour: calls === undefined ? undefined : whole('calls-per-hour', calls),
      dialplanEvents: values['all-events'],
    }),
    users: [{ username: values.user, secret: values.secret }],
    host: values.host,
    port: firstPort === 0 ? 0 : firstPort + i,
    pace,
  }),
);

for (const server of servers) {
  const { host, port } = await server.listen();
  console.log(`ready: ${server.world().plan.systemName} ${host}:${port} ${values.user} ${values.secret}`);
}

const stop = (): void => {
  void Promise.all(servers.map((s) => s.close())).then(() => process.exit(0));
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
