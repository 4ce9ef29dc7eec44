// `npx ringside`: reads the command line, then runs the command here or, while a console has the data folder open, there.
import { request } from 'node:http';
import { resolve as resolvePath } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createInProcessBus } from '../bus/in-process.ts';
import { BadSetting, readConfig, readEnvironment } from '../config.ts';
import type { Config } from '../config.ts';
import { openDb } from '../db/connect.ts';
import type { OpenDb } from '../db/connect.ts';
import { DataFolderInUse, readLock } from '../db/data-lock.ts';
import { migrate } from '../db/migrate.ts';
import { syncRoles } from '../db/sync-roles.ts';
import { createSessionStore } from '../sessions/store.ts';
import { createTickets } from '../sessions/tickets.ts';
import { packageVersion } from '../package-version.ts';
import { runCommand } from './run-command.ts';
import type { CommandCall, CommandResult } from './command.ts';

const HELP = `npx ringside <command>

  user create --username NAME [--role administrator] [--email ADDRESS] [--firstname X] [--lastname Y]
              [--customer CODE] [--callcenters CODE,CODE] [--language en|es|fr|he] [--password-stdin]
              makes a user; without --password-stdin it prints a one-time link that sets the password
  user reset  --username NAME [--password-stdin] [--two-factor]
              ends the user's sessions and locks; a new password from standard input, or a one-time link;
              --two-factor also takes the second factor off, for who lost phone and recovery codes
  audit verify
              recomputes the chain of the audit trail and says whether an entry was changed, removed or put in
  acl off     switches every network rule off, for who has locked himself out
  import cdr FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              reads Asterisk's Master.csv; a call that is known already stays as it is, so any file may be read again;
              times are in the zone of this machine unless said
  import queue-log FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              reads Asterisk's queue_log (1.8 and later) for the reports of queues and agents, in the same way
  import dump FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              reads the tables cdr and queue_log (or queuelog) out of a dump of MySQL or MariaDB, as FreePBX keeps them;
              files may be packed with gzip
  check-day [--day 2026-11-20] [--customer CODE]
              computes a day again from the stored events and says which figures of the dashboards, the reports and the
              call records differ; yesterday and every customer unless said, each on its own clock
  cdr-login --server NAME|ID
              makes a login with which that PBX writes its call records straight into the PostgreSQL of the console
              (cdr_pgsql), and prints the lines for its cdr_pgsql.conf; asked again, it changes the password
  import rates FILE --plan NAME [--direction outbound|inbound] [--from 2027-01-31] [--dry-run]
              imports a CSV of rates into a plan: all rows, or none and which lines are wrong
  migrate     brings the database to this version
  version     prints the version

Settings are those of the console (RINGSIDE_DATA, DATABASE_URL …), from the environment or .env.
While a console runs on the same data folder, the command is carried out by it.`;

/** Whose command this is: `user create` has two words. */
const parse = (
  argv: readonly string[],
): { command: string; options: Record<string, string>; passwordStdin: boolean } => {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      role: { type: 'string' },
      email: { type: 'string' },
      firstname: { type: 'string' },
      lastname: { type: 'string' },
      language: { type: 'string' },
      customer: { type: 'string' },
      callcenters: { type: 'string' },
      plan: { type: 'string' },
      server: { type: 'string' },
      'time-zone': { type: 'string' },
      direction: { type: 'string' },
      from: { type: 'string' },
      day: { type: 'string' },
      'dry-run': { type: 'boolean' },
      'password-stdin': { type: 'boolean' },
      'two-factor': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { 'password-stdin': passwordStdin, 'two-factor': twoFactor, 'dry-run': dryRun, help, ...rest } = values;
  // `import WHAT FILE`: the file is the last word, told in full to a console that was started elsewhere.
  const takesFile = positionals[0] === 'import' && positionals.length === 3;
  const words = takesFile ? positionals.slice(0, 2) : positionals;
  const file = takesFile ? resolvePath(positionals[2] ?? '') : undefined;
  const options = Object.fromEntries(
    Object.entries({
      ...rest,
      file,
      twoFactor: twoFactor === true ? 'true' : undefined,
      dryRun: dryRun === true ? 'true' : undefined,
    }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  return { command: help === true ? 'help' : words.join(' '), options, passwordStdin: passwordStdin === true };
};

/** Asks the console that holds the data folder. */
const askConsole = (socketPath: string, call: CommandCall): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', method: 'POST' }, (response) => {
      text(response).then((body) => resolve(JSON.parse(body) as CommandResult), reject);
    });
    asking.on('error', reject);
    asking.end(JSON.stringify(call));
  });

const runHere = async (config: Config, opened: OpenDb, call: CommandCall): Promise<CommandResult> => {
  const ran = await migrate(opened.db);
  await syncRoles(opened.db);
  if (call.command === 'migrate') {
    return { ok: true, lines: [ran.length === 0 ? 'The database is up to date' : `Ran migrations ${ran.join(', ')}`] };
  }
  const sessions = createSessionStore(opened.db, createInProcessBus(), createTickets(Date.now), {
    idleMinutes: config.sessionIdleMinutes,
    hours: config.sessionHours,
  });
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
  const progress = (line: string): void =>
    void (process.stderr.isTTY && process.stderr.write(`\r${line.padEnd(60)}\r`));
  const databaseUrl = config.databaseUrl ?? undefined;
  const deps = { db: opened.db, config, sessions, publicUrl, progress, ...(databaseUrl ? { databaseUrl } : {}) };
  return runCommand(deps, call);
};

const carryOut = async (config: Config, call: CommandCall): Promise<CommandResult> => {
  const holder = config.databaseUrl === null ? readLock(config.dataFolder) : null;
  if (holder !== null) {
    if (call.command === 'migrate') return { ok: true, lines: ['A console is running: it has migrated already'] };
    if (holder.control === null) throw new DataFolderInUse(config.dataFolder, holder);
    return askConsole(holder.control, call);
  }
  const opened = await openDb(config);
  try {
    return await runHere(config, opened, call);
  } finally {
    await opened.close();
  }
};

/** Named in the outside's contract, built with the parts of the product that they belong to. */
const NOT_YET = new Set(['backup', 'restore']);

const main = async (): Promise<number> => {
  const { command, options, passwordStdin } = parse(process.argv.slice(2));
  if (command === 'help' || command === '') {
    console.log(HELP);
    return command === '' ? 2 : 0;
  }
  if (command === 'version') {
    console.log(packageVersion());
    return 0;
  }
  const known = [
    'user create',
    'user reset',
    'audit verify',
    'acl off',
    'import cdr',
    'import queue-log',
    'import dump',
    'cdr-login',
    'check-day',
    'import rates',
    'migrate',
  ].includes(command);
  if (!known) {
    const absent = [...NOT_YET].some((name) => command === name || command.startsWith(`${name} `));
    console.error(
      absent ? `ringside ${command}: not part of this version yet` : `Unknown command: ${command}\n\n${HELP}`,
    );
    return 2;
  }
  const password = passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const call = { command, options: { ...options, ...(password === undefined ? {} : { password }) } };
  const result = await carryOut(readConfig(readEnvironment(process.cwd())), call);
  for (const line of result.lines) (result.ok ? console.log : console.error)(line);
  return result.ok ? 0 : 1;
};

const explain = (error: unknown): string => {
  if (error instanceof BadSetting || error instanceof DataFolderInUse) return error.message;
  const { code, message } = error as { code?: string; message?: string };
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return `${message}\n\n${HELP}`;
  return message ?? String(error);
};

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
