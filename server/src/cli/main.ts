// `npx ringside`: parses the command line, then runs the command in this process or in the console that has the data folder open.
import { request } from 'node:http';
import { resolve as resolvePath } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { errorCode } from '@ringside/core/base/error-code.ts';
import { createInProcessBus } from '../platform/bus/in-process.ts';
import { readConfig, readEnvironment } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import { matchClock } from '../platform/db/console-clock.ts';
import { openDb } from '../platform/db/connect.ts';
import type { OpenDb } from '../platform/db/connect.ts';
import { DataFolderInUse, readLock } from '../platform/db/data-lock.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createNoticeBus } from '../platform/db/notices.ts';
import { explainStart } from '../start/start-errors.ts';
import { syncRoles } from '../access/role/sync-roles.ts';
import { createSessionStore } from '../platform/sessions/store.ts';
import { createTickets } from '../platform/sessions/tickets.ts';
import { packageVersion } from '../platform/config/package-version.ts';
import { rotateKey } from './rotate-key-command.ts';
import { runCommand } from './run-command.ts';
import type { CommandCall, CommandResult } from './command.ts';

const HELP = `npx ringside <command>

  user create --username NAME [--role administrator] [--email ADDRESS] [--firstname X] [--lastname Y]
              [--customer CODE] [--callcenters CODE,CODE] [--language en|es|fr|he] [--password-stdin]
              Creates a user. Without --password-stdin it prints a one-time link that sets the password.
  user reset  --username NAME [--password-stdin] [--two-factor]
              Ends the user's sessions and lock-outs. Reads the new password from standard input, or prints a
              one-time link. --two-factor also removes the second factor, if phone and recovery codes are lost.
  audit verify
              Verifies the hash chain of the audit trail and reports changed, removed and inserted entries.
  acl off     Turns off all network rules, for example after you locked yourself out.
  import cdr FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              Imports Asterisk's Master.csv. Skips known calls, so you can import a file again.
              Without --time-zone, times are in the time zone of this machine.
  import queue-log FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              Imports the queue_log of Asterisk 1.8 or later for the queue report and the agent report.
  import dump FILE --server NAME|ID [--time-zone Europe/Madrid] [--dry-run]
              Imports the tables cdr and queue_log (or queuelog) from a MySQL or MariaDB dump, as FreePBX has them.
              All imported files can be compressed with gzip.
  check-day [--day 2026-11-20] [--customer CODE]
              Recalculates a day from the stored events and lists the figures in which dashboard, reports and call
              records differ. Default: yesterday and all customers, each in its own time zone.
  cdr-login --server NAME|ID
              Creates a PostgreSQL login with which the PBX writes call records into the console's database
              (cdr_pgsql), and prints its cdr_pgsql.conf. Running it again changes the password.
  import rates FILE --plan NAME [--direction outbound|inbound] [--from 2027-01-31] [--dry-run]
              Imports rates from CSV into a plan. Imports all rows, or none and lists the faulty lines.
  migrate     Updates the database schema to this version.
  rotate-key  Encrypts all stored secrets with a new key. Stop the console first.
  version     Prints the version.

The commands read the console's settings (RINGSIDE_DATA, DATABASE_URL …) from the environment or .env.
If a console is using the data folder, it runs the command.`;

/** Parses the arguments. Commands can have two words, such as `user create`. */
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
  // `import WHAT FILE`: the last word is the file. Its absolute path is sent, because the console may have another working directory.
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

/** Sends the command to the console that holds the data folder. */
const askConsole = (socketPath: string, call: CommandCall): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath, path: '/', method: 'POST' }, (response) => {
      text(response).then((body) => resolve(JSON.parse(body)), reject);
    });
    asking.on('error', reject);
    asking.end(JSON.stringify(call));
  });

const runHere = async (config: Config, opened: OpenDb, call: CommandCall): Promise<CommandResult> => {
  const ran = await migrate(opened.db);
  if (opened.engine === 'postgres') await matchClock(opened.db);
  await syncRoles(opened.db);
  if (call.command === 'migrate') {
    return { ok: true, lines: [ran.length === 0 ? 'The database is up to date' : `Ran migrations ${ran.join(', ')}`] };
  }
  // With PostgreSQL, a console may run beside this command.
  const bus = config.databaseUrl === null ? createInProcessBus() : createNoticeBus(opened.db, config.databaseSchema);
  const sessions = createSessionStore(opened.db, bus, createTickets(Date.now), {
    idleMinutes: config.sessionIdleMinutes,
    hours: config.sessionHours,
  });
  const publicUrl = () => config.publicUrl ?? `http://${config.host}:${config.port}`;
  const progress = (line: string): void =>
    void (process.stderr.isTTY && process.stderr.write(`\r${line.padEnd(60)}\r`));
  const databaseUrl = config.databaseUrl ?? undefined;
  const deps = { db: opened.db, config, sessions, publicUrl, progress, ...(databaseUrl ? { databaseUrl } : {}) };
  try {
    return await runCommand(deps, call);
  } finally {
    await bus.close();
  }
};

const carryOut = async (config: Config, call: CommandCall): Promise<CommandResult> => {
  const holder = config.databaseUrl === null ? readLock(config.dataFolder) : null;
  if (holder !== null) {
    if (call.command === 'migrate') return { ok: true, lines: ['A console is running: it has migrated already'] };
    if (call.command === 'rotate-key')
      return { ok: false, lines: ['A console is running. Stop it, then run rotate-key.'] };
    if (holder.control === null) throw new DataFolderInUse(config.dataFolder, holder);
    return askConsole(holder.control, call).catch((error: unknown) => {
      // The socket of a console in another container is not reachable from here.
      throw errorCode(error) === 'ENOENT' ? new DataFolderInUse(config.dataFolder, holder) : error;
    });
  }
  const rotates = call.command === 'rotate-key';
  // Takes the lock, so that no console can use the old key during the rotation.
  const opened = await openDb(config, rotates);
  try {
    if (rotates) {
      await migrate(opened.db);
      return await rotateKey(opened.db, config);
    }
    return await runHere(config, opened, call);
  } finally {
    await opened.close();
  }
};

/** Commands of the documented interface that this version does not implement yet. */
const NOT_YET = new Set(['backup', 'restore']);

/** Set after the settings are read. */
let config: Config | null = null;

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
    'rotate-key',
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
  config = readConfig(readEnvironment(process.cwd()));
  const result = await carryOut(config, call);
  for (const line of result.lines) (result.ok ? console.log : console.error)(line);
  return result.ok ? 0 : 1;
};

const explain = (error: unknown): string => {
  if (error instanceof Error && errorCode(error).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n\n${HELP}`;
  return explainStart(error, config).replace(/\n\s+at [\s\S]*$/, '');
};

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
