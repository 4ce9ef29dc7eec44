// Tests a connection before it is saved, and names the configuration line to change.
import { BlockReader } from '@ringside/core/asterisk/block.ts';
import { readSummary } from '@ringside/core/asterisk/decode-queue.ts';
import { isPermissionDenied, isUnknownCommand } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import { OLDEST_SUPPORTED, isTooOld } from '@ringside/core/asterisk/version.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { LinkFailure, failureOf, greetsInPlainText, speaksTls } from './link-failure.ts';
import { login } from './login.ts';
import { readPrivileges } from './privileges.ts';
import { LINK_TIMES } from './settings.ts';
import type { LinkSettings, LinkTimes } from './settings.ts';

export interface Diagnosis {
  /** True if the PBX can be watched, even if some parts are missing. */
  readonly ok: boolean;
  readonly problems: readonly LinkProblem[];
  readonly asteriskVersion: string | null;
  readonly queues: readonly string[];
}

/** Short waits, because a user waits in front of a form. */
const TEST_TIMES: LinkTimes = { ...LINK_TIMES, connectMs: 5_000, greetingMs: 4_000, loginMs: 6_000, replyMs: 6_000 };

const queuesOf = (connection: Pick<Connection, 'send'>): Promise<{ reply: AmiReply; names: readonly string[] }> =>
  new Promise((resolve, reject) => {
    const names: string[] = [];
    connection.send(
      'QueueSummary',
      {},
      {
        item: (_, block) => names.push(readSummary(new BlockReader(block)).queue),
        done: (reply) => resolve({ reply, names }),
        failed: reject,
      },
    );
  });

const examine = async (connection: Connection, username: string, booted: () => boolean): Promise<Diagnosis> => {
  const core = await connection.request('CoreSettings');
  const { reply, names } = await queuesOf(connection);
  const found: LinkProblem[] = [];
  const version = core.fields['AsteriskVersion'] ?? null;
  if (version !== null && isTooOld(version)) {
    found.push({ code: 'version-unsupported', params: { version, oldest: OLDEST_SUPPORTED }, line: null });
  }
  const booting = isUnknownCommand(reply) && !booted();
  if (booting) found.push({ code: 'pbx-booting', line: null });
  else if (isUnknownCommand(reply)) {
    found.push({ code: 'queues-not-loaded', line: 'modules.conf: load = app_queue.so' });
  }
  const { problems: privileges } = await readPrivileges(connection, username, booted() || booting);
  const denied = isPermissionDenied(core) && !privileges.some((p) => p.params?.['class'] === 'reporting');
  if (denied) {
    found.push({
      code: 'write-class-missing',
      params: { class: 'reporting', username },
      line: 'write = agent,call,originate,reporting',
    });
  }
  return {
    ok: true,
    problems: [...found, ...privileges],
    asteriskVersion: version,
    queues: [...names].sort((a, b) => (a < b ? -1 : 1)),
  };
};

/** Checks an unclear failure for plain AMI on a TLS port or TLS on a plain port, and returns the more exact problem. */
const explain = async (failure: LinkFailure, settings: LinkSettings, times: LinkTimes): Promise<LinkProblem> => {
  const { host, port, tls } = settings;
  const { code } = failure.problem;
  if (!tls) {
    const silent = code === 'no-greeting' || code === 'closed-at-once';
    return silent && (await speaksTls(settings, times.greetingMs))
      ? { code: 'tls-needed', params: { host, port }, line: null }
      : failure.problem;
  }
  const doubtful = code === 'tls-error' || code === 'network-error' || code === 'connection-timed-out';
  return doubtful && (await greetsInPlainText(settings, times.greetingMs))
    ? { code: 'tls-not-spoken', params: { host, port }, line: 'tlsenable = yes' }
    : failure.problem;
};

/** Tests the connection within a few seconds. Never rejects: errors are part of the diagnosis. */
export const testConnection = async (settings: LinkSettings, times: LinkTimes = TEST_TIMES): Promise<Diagnosis> => {
  let connection: Connection | null = null;
  let booted = false;
  let ended: LinkFailure | null = null;
  try {
    connection = await openConnection(settings, times, {
      event: (name) => {
        if (name === 'FullyBooted') booted = true;
      },
      chunkEnd: () => undefined,
      ended: (failure) => {
        ended = failure;
      },
    });
    await login(connection, settings, times);
    const diagnosis = await examine(connection, settings.username, () => booted);
    await connection.request('Logoff').catch(() => undefined);
    return diagnosis;
  } catch (error) {
    const failure = ended ?? failureOf(error, settings);
    return { ok: false, problems: [await explain(failure, settings, times)], asteriskVersion: null, queues: [] };
  } finally {
    connection?.close();
  }
};
