// The login that configures a PBX, for as long as one run: reads and writes the console's files, reloads, reads back what
// Asterisk made of them.
import { BlockReader, needle } from '@ringside/core/ami/block.ts';
import { encodeConfigAction } from '@ringside/core/ami/config-action.ts';
import { readCategories, readConfig } from '@ringside/core/ami/read-config.ts';
import type { ToldSection } from '@ringside/core/ami/read-config.ts';
import { isPermissionDenied } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';
import type { PbxTransport } from '@ringside/core/base/line-transports.ts';
import type { Told } from '@ringside/core/pbx/compare-told.ts';
import { encodeOverwrite, encodeUpdate } from '@ringside/core/pbx/config-update.ts';
import type { ConfigOperation } from '@ringside/core/pbx/config-update.ts';
import type { PbxObjectKind } from '@ringside/core/pbx/pbx-objects.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { LinkFailure, failureOf } from './link-failure.ts';
import { login } from './login.ts';
import { refusalOf } from './config-refused.ts';
import { tellTransports } from './tell-transports.ts';
import { musicFiles, tellObject } from './tell-object.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

/** Every call rejects with LinkFailure when the link ends, with ConfigRefused when the PBX says no. */
export interface ConfigLink {
  /** Names of the sections of a file and of all that it includes; null: not there. */
  categories(file: string): Promise<readonly string[] | null>;
  /** null: not there. */
  read(file: string): Promise<readonly ToldSection[] | null>;
  create(file: string): Promise<void>;
  update(file: string, batch: readonly ConfigOperation[]): Promise<void>;
  /** Of a file that cannot be read any more, nothing stays. */
  empty(file: string): Promise<void>;
  /** False: the PBX has no such module. */
  reload(module: string): Promise<boolean>;
  /** Tells the other end that a trunk is no longer here. Whether it hears is its matter. */
  unregister(registration: string): Promise<void>;
  /** Whether it is loaded. */
  hasModule(module: string): Promise<boolean>;
  /** Names of the PJSIP endpoints that Asterisk has. */
  endpoints(): Promise<ReadonlySet<string>>;
  queues(): Promise<ReadonlySet<string>>;
  hasContext(name: string): Promise<boolean>;
  /** Names of the registrations at carriers that Asterisk has; null: it knows no such question. */
  registrations(): Promise<ReadonlySet<string> | null>;
  /** Names of its classes of music; null: it must not be asked. */
  music(): Promise<ReadonlySet<string> | null>;
  /** Those that it has; for a login that gives no command, those of its pjsip.conf. */
  transports(): Promise<readonly PbxTransport[]>;
  /** What Asterisk has of an object, message by message; null: nothing, or it must not be asked (voicemail boxes, music). */
  tell(kind: PbxObjectKind, name: string): Promise<readonly Told[] | null>;
  /** The `write` line of a login of the PBX; '' when it cannot be told. */
  writeClasses(username: string): Promise<string>;
  close(): void;
}

/** Asterisk rewrites a file for each message, and reloads before it answers anything else. */
const TIMES: LinkTimes = { ...LINK_TIMES, replyMs: 60_000 };

/** A file of the console's own that stays empty, and that nobody includes. */
const BLANK = 'ringside_blank.conf';
const NOT_THERE = /not found|escalated privileges/i;
const NAME = { endpoint: needle('ObjectName'), queue: needle('Queue') };

const linkOver = (connection: Connection): ConfigLink => {
  const write = (encode: (id: string) => string): Promise<{ reply: AmiReply; block: string }> =>
    new Promise((resolve, reject) =>
      connection.write(encode, { done: (reply, block) => resolve({ reply, block }), failed: reject }),
    );
  const ask = (name: string, fields: Readonly<Record<string, string>>) =>
    write((id) => encodeConfigAction(name, id, fields));
  const listed = (send: (item: (block: string) => void, done: () => void, failed: (e: Error) => void) => void) =>
    new Promise<readonly string[]>((resolve, reject) => {
      const blocks: string[] = [];
      send(
        (block) => blocks.push(block),
        () => resolve(blocks),
        reject,
      );
    });
  const must = (reply: AmiReply, file: string): void => {
    if (!reply.success) throw refusalOf(reply, file);
  };
  const readable = async <T>(name: string, file: string, read: (block: string) => T): Promise<T | null> => {
    const { reply, block } = await ask(name, { Filename: file });
    if (reply.success) return read(block);
    if (NOT_THERE.test(reply.message)) return null;
    throw refusalOf(reply, file);
  };
  const named = (blocks: readonly string[], header: keyof typeof NAME): ReadonlySet<string> =>
    new Set(blocks.map((block) => new BlockReader(block).raw(NAME[header]) ?? ''));
  return {
    categories: (file) => readable('ListCategories', file, readCategories),
    read: (file) => readable('GetConfig', file, readConfig),
    create: async (file) => must((await ask('CreateConfig', { Filename: file })).reply, file),
    update: async (file, batch) => must((await write((id) => encodeUpdate(file, id, batch))).reply, file),
    empty: async (file) => {
      // Refused where it is there already.
      await ask('CreateConfig', { Filename: BLANK });
      must((await write((id) => encodeOverwrite(BLANK, file, id))).reply, file);
    },
    reload: async (module) => {
      const { reply } = await ask('Reload', { Module: module });
      if (isPermissionDenied(reply)) throw refusalOf(reply, module);
      return reply.success;
    },
    unregister: async (registration) => void (await ask('PJSIPUnregister', { Registration: registration })),
    hasModule: async (module) => {
      const { reply } = await ask('ModuleCheck', { Module: module });
      if (isPermissionDenied(reply)) throw refusalOf(reply, module);
      return reply.success;
    },
    endpoints: async () => {
      const blocks = await listed((item, done, failed) =>
        connection.write((id) => encodeConfigAction('PJSIPShowEndpoints', id, {}), {
          item: (_, block) => item(block),
          // Where there is none Asterisk says `No endpoints found`, as an error.
          done: (reply) => (isPermissionDenied(reply) ? failed(refusalOf(reply, 'pjsip.conf')) : done()),
          failed,
        }),
      );
      return named(blocks, 'endpoint');
    },
    registrations: async () => {
      let known = true;
      const blocks = await listed((item, done, failed) =>
        connection.write((id) => encodeConfigAction('PJSIPShowRegistrationsOutbound', id, {}), {
          item: (_, block) => item(block),
          done: (reply) => {
            known = !/unknown command/i.test(reply.message);
            if (isPermissionDenied(reply)) failed(refusalOf(reply, 'pjsip.conf'));
            else done();
          },
          failed,
        }),
      );
      return known ? named(blocks, 'endpoint') : null;
    },
    queues: async () => {
      const blocks = await listed((item, done, failed) =>
        connection.send('QueueSummary', {}, { item: (_, block) => item(block), done: () => done(), failed }),
      );
      return named(blocks, 'queue');
    },
    music: async () => {
      const classes = await musicFiles(connection);
      return classes === null ? null : new Set(classes.keys());
    },
    transports: () => tellTransports(connection),
    tell: (kind, name) => tellObject(connection, kind, name),
    hasContext: async (name) => {
      let found = false;
      await listed((_, done, failed) =>
        connection.write((id) => encodeConfigAction('ShowDialPlan', id, { Context: name }), {
          item: () => (found = true),
          done: (reply) => (isPermissionDenied(reply) ? failed(refusalOf(reply, 'extensions.conf')) : done()),
          failed,
        }),
      );
      return found;
    },
    writeClasses: async (username) => {
      const { reply, block } = await ask('GetConfig', { Filename: 'manager.conf', Category: username });
      const lines = reply.success ? readConfig(block).flatMap((section) => section.lines) : [];
      return lines.find((line) => line.name === 'write')?.value ?? '';
    },
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
