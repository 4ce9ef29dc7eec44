// The AMI login that configures a PBX, open for one run. Reads and writes the console's files, reloads modules, and reads
// back the objects that Asterisk made of them.
import { BlockReader, needle } from '@ringside/core/asterisk/block.ts';
import { encodeConfigAction } from '@ringside/core/asterisk/config-action.ts';
import { readCategories, readConfig } from '@ringside/core/asterisk/read-config.ts';
import type { ReportedSection } from '@ringside/core/asterisk/read-config.ts';
import { isPermissionDenied } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import type { PbxTransport } from '@ringside/core/pbx/options/line-transports.ts';
import type { ReportedMessage } from '@ringside/core/pbx/compare-reported.ts';
import { encodeOverwrite, encodeUpdate } from '@ringside/core/asterisk/config-update.ts';
import type { ConfigOperation } from '@ringside/core/asterisk/config-update.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { login } from './login.ts';
import { refusalOf } from './config-refused.ts';
import { listTransports } from './list-transports.ts';
import { musicFiles, readPbxObject } from './read-pbx-object.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

/** Every call rejects with LinkFailure when the link ends, and with ConfigRefused when the PBX refuses. */
export interface ConfigLink {
  /** Names of the sections of a file and of its includes. `null` if there is no such file. */
  categories(file: string): Promise<readonly string[] | null>;
  /** `null` if there is no such file. */
  read(file: string): Promise<readonly ReportedSection[] | null>;
  create(file: string): Promise<void>;
  update(file: string, batch: readonly ConfigOperation[]): Promise<void>;
  /** Empties a file, also one that Asterisk can no longer parse. */
  empty(file: string): Promise<void>;
  /** Returns false if the PBX has no such module. */
  reload(module: string): Promise<boolean>;
  /** Sends the unregistration of a trunk. Does not wait for the carrier's answer. */
  unregister(registration: string): Promise<void>;
  /** Whether the module is loaded. */
  hasModule(module: string): Promise<boolean>;
  /** Names of the PJSIP endpoints that Asterisk has. */
  endpoints(): Promise<ReadonlySet<string>>;
  queues(): Promise<ReadonlySet<string>>;
  hasContext(name: string): Promise<boolean>;
  /** Names of the outbound registrations that Asterisk has. `null` if it does not know the action. */
  registrations(): Promise<ReadonlySet<string> | null>;
  /** Names of the music-on-hold classes. `null` if the login may not list them. */
  music(): Promise<ReadonlySet<string> | null>;
  /** Loaded transports. For a login without the command class, the transports in pjsip.conf. */
  transports(): Promise<readonly PbxTransport[]>;
  /** The object as Asterisk reports it. `null` if there is none, or if the login may not ask (voicemail boxes, music). */
  readObject(kind: PbxObjectKind, name: string): Promise<readonly ReportedMessage[] | null>;
  /** A value of the PBX's own database (AstDB). `null` if there is no such key. */
  databaseGet(family: string, key: string): Promise<string | null>;
  databasePut(family: string, entries: readonly (readonly [key: string, value: string])[]): Promise<void>;
  databaseRemove(family: string, key: string): Promise<void>;
  databaseRemoveFamily(family: string): Promise<void>;
  /** The `write` line of a login of the PBX. Empty if it cannot be read. */
  writeClasses(username: string): Promise<string>;
  close(): void;
}

/** Asterisk rewrites a file for each message, and finishes a reload before it answers again. */
const TIMES: LinkTimes = { ...LINK_TIMES, replyMs: 60_000 };

/** A file of the console that stays empty and that no other file includes. */
const BLANK = 'ringside_blank.conf';
const NOT_THERE = /not found|escalated privileges/i;
const NAME = { endpoint: needle('ObjectName'), queue: needle('Queue') };

interface Answer {
  readonly reply: AmiReply;
  readonly block: string;
}
/** Sends an action and resolves with its reply. */
type Ask = (name: string, fields: Readonly<Record<string, string>>) => Promise<Answer>;

const DATABASE_VALUE = needle('Val');
/** Maximum number of messages under way. 50,000 values take a second. */
const PIPELINED = 500;

const write = (connection: Pick<Connection, 'write'>, encode: (id: string) => string): Promise<Answer> =>
  new Promise((resolve, reject) =>
    connection.write(encode, { done: (reply, block) => resolve({ reply, block }), failed: reject }),
  );

/** Sends an action that answers with a list of events. Resolves with the events and the reply, also if it is an error. */
const list = (
  connection: Pick<Connection, 'write'>,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<{ readonly items: readonly string[]; readonly reply: AmiReply }> =>
  new Promise((resolve, reject) => {
    const items: string[] = [];
    connection.write((id) => encodeConfigAction(name, id, fields), {
      item: (_, block) => items.push(block),
      done: (reply) => resolve({ items, reply }),
      failed: reject,
    });
  });

/** @throws ConfigRefused if the login lacks the permission. `subject`: the file or module that the refusal names. */
const throwIfDenied = (reply: AmiReply, subject: string): void => {
  if (isPermissionDenied(reply)) throw refusalOf(reply, subject);
};

/** @throws ConfigRefused on any error. */
const throwUnlessSuccess = (reply: AmiReply, subject: string): void => {
  if (!reply.success) throw refusalOf(reply, subject);
};

const namesIn = (blocks: readonly string[], header: keyof typeof NAME): ReadonlySet<string> =>
  new Set(blocks.map((block) => new BlockReader(block).raw(NAME[header]) ?? ''));

type AstDb = Pick<ConfigLink, 'databaseGet' | 'databasePut' | 'databaseRemove' | 'databaseRemoveFamily'>;

const databaseOver = (connection: Pick<Connection, 'write'>, ask: Ask): AstDb => {
  /** A missing key is no error. */
  const remove = async (name: string, fields: Readonly<Record<string, string>>): Promise<void> =>
    throwIfDenied((await ask(name, fields)).reply, 'astdb');
  return {
    databaseGet: async (family, key) => {
      const { items, reply } = await list(connection, 'DBGet', { Family: family, Key: key });
      throwIfDenied(reply, 'astdb');
      const last = items.at(-1);
      return last === undefined ? null : (new BlockReader(last).raw(DATABASE_VALUE) ?? null);
    },
    databasePut: async (family, entries) => {
      for (let at = 0; at < entries.length; at += PIPELINED) {
        const puts = entries
          .slice(at, at + PIPELINED)
          .map(async ([Key, Val]) =>
            throwUnlessSuccess((await ask('DBPut', { Family: family, Key, Val })).reply, 'astdb'),
          );
        await Promise.all(puts);
      }
    },
    databaseRemove: (family, key) => remove('DBDel', { Family: family, Key: key }),
    databaseRemoveFamily: (family) => remove('DBDelTree', { Family: family }),
  };
};

type ConfigFiles = Pick<ConfigLink, 'categories' | 'read' | 'create' | 'update' | 'empty' | 'writeClasses'>;

const filesOver = (connection: Pick<Connection, 'write'>, ask: Ask): ConfigFiles => {
  const readable = async <T>(name: string, file: string, read: (block: string) => T): Promise<T | null> => {
    const { reply, block } = await ask(name, { Filename: file });
    if (reply.success) return read(block);
    if (NOT_THERE.test(reply.message)) return null;
    throw refusalOf(reply, file);
  };
  return {
    categories: (file) => readable('ListCategories', file, readCategories),
    read: (file) => readable('GetConfig', file, readConfig),
    create: async (file) => throwUnlessSuccess((await ask('CreateConfig', { Filename: file })).reply, file),
    update: async (file, batch) =>
      throwUnlessSuccess((await write(connection, (id) => encodeUpdate(file, id, batch))).reply, file),
    empty: async (file) => {
      // Fails if the file exists already.
      await ask('CreateConfig', { Filename: BLANK });
      throwUnlessSuccess((await write(connection, (id) => encodeOverwrite(BLANK, file, id))).reply, file);
    },
    writeClasses: async (username) => {
      const { reply, block } = await ask('GetConfig', { Filename: 'manager.conf', Category: username });
      const lines = reply.success ? readConfig(block).flatMap((section) => section.lines) : [];
      return lines.find((line) => line.name === 'write')?.value ?? '';
    },
  };
};

type Modules = Pick<ConfigLink, 'reload' | 'hasModule' | 'unregister'>;

const modulesOver = (ask: Ask): Modules => {
  /** Returns false if the PBX has no such module. */
  const succeeds = async (name: string, module: string): Promise<boolean> => {
    const { reply } = await ask(name, { Module: module });
    throwIfDenied(reply, module);
    return reply.success;
  };
  return {
    reload: (module) => succeeds('Reload', module),
    hasModule: (module) => succeeds('ModuleCheck', module),
    unregister: async (registration) => void (await ask('PJSIPUnregister', { Registration: registration })),
  };
};

type LoadedObjects = Pick<
  ConfigLink,
  'endpoints' | 'registrations' | 'queues' | 'music' | 'transports' | 'readObject' | 'hasContext'
>;

const loadedObjectsOver = (connection: Connection): LoadedObjects => ({
  endpoints: async () => {
    // Without endpoints Asterisk answers with the error `No endpoints found`.
    const { items, reply } = await list(connection, 'PJSIPShowEndpoints', {});
    throwIfDenied(reply, 'pjsip.conf');
    return namesIn(items, 'endpoint');
  },
  registrations: async () => {
    const { items, reply } = await list(connection, 'PJSIPShowRegistrationsOutbound', {});
    throwIfDenied(reply, 'pjsip.conf');
    return /unknown command/i.test(reply.message) ? null : namesIn(items, 'endpoint');
  },
  queues: () =>
    new Promise((resolve, reject) => {
      const items: string[] = [];
      connection.send(
        'QueueSummary',
        {},
        {
          item: (_, block) => items.push(block),
          done: () => resolve(namesIn(items, 'queue')),
          failed: reject,
        },
      );
    }),
  music: async () => {
    const classes = await musicFiles(connection);
    return classes === null ? null : new Set(classes.keys());
  },
  transports: () => listTransports(connection),
  readObject: (kind, name) => readPbxObject(connection, kind, name),
  hasContext: async (name) => {
    const { items, reply } = await list(connection, 'ShowDialPlan', { Context: name });
    throwIfDenied(reply, 'extensions.conf');
    return items.length > 0;
  },
});

const linkOver = (connection: Connection): ConfigLink => {
  const ask: Ask = (name, fields) => write(connection, (id) => encodeConfigAction(name, id, fields));
  return {
    ...filesOver(connection, ask),
    ...modulesOver(ask),
    ...loadedObjectsOver(connection),
    ...databaseOver(connection, ask),
    close: () => {
      connection.send('Logoff', {}, { done: () => undefined, failed: () => undefined });
      connection.close();
    },
  };
};

/** @throws LinkFailure */
export const openConfigLink = async (settings: LinkSettings, times: LinkTimes = TIMES): Promise<ConfigLink> => {
  let connection: Connection | null = null;
  try {
    connection = await openConnection(settings, times, {
      event: () => undefined,
      chunkEnd: () => undefined,
      ended: () => undefined,
    });
    await login(connection, settings, times);
    return linkOver(connection);
  } catch (error) {
    connection?.close();
    throw error instanceof LinkFailure ? error : failureOf(error, settings);
  }
};
