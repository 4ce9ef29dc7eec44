// Reports on a link that works: the version and vitals of the PBX, and the problems found (permissions that the login lacks,
// an old Asterisk, a wrong clock).
import { problemsSeen } from '@ringside/core/asterisk/evidence.ts';
import type { PbxFactKind } from '@ringside/core/asterisk/fact.ts';
import type { LinkProblem } from '@ringside/core/asterisk/link.ts';
import { OLDEST_SUPPORTED, isTooOld } from '@ringside/core/asterisk/version.ts';
import type { PbxVitals } from '@ringside/core/live/pbx-vitals.ts';
import type { Connection } from './connection.ts';
import { readPrivileges } from './privileges.ts';
import type { SnapshotRead } from './snapshot.ts';
import type { FeedPhase } from './snapshot-feed.ts';
import { createVitals, readEntityId } from './vitals.ts';
import type { Vitals } from './vitals.ts';

export interface LinkReportHandlers {
  /** Comes just before a snapshot, and whenever the problems change. */
  up(version: string | null, problems: readonly LinkProblem[]): void;
  vitals(vitals: PbxVitals): void;
}

interface LinkReport {
  readonly vitals: Vitals;
  /** Counts a kind of fact: facts of one kind without those of another show which permissions are missing. */
  saw(kind: PbxFactKind): void;
  snapshotRead(read: SnapshotRead): void;
  /** Reads the permissions and the entity id. @throws LinkFailure */
  readLogin(link: Connection, hasBooted: boolean): Promise<void>;
  /** Reports the problems if they differ from the previous check. */
  checkProblems(): void;
}

export const createLinkReport = (
  username: string,
  phase: () => FeedPhase,
  handlers: LinkReportHandlers,
): LinkReport => {
  const vitals = createVitals(handlers.vitals);
  const seen: Partial<Record<PbxFactKind, number>> = {};
  let version: string | null = null;
  let ofSnapshot: readonly LinkProblem[] = [];
  let ofLogin: readonly LinkProblem[] = [];
  let checked = '';

  /** All problems, each once. */
  const problems = (): readonly LinkProblem[] => {
    const found = [...ofSnapshot, ...ofLogin, ...vitals.problems(), ...problemsSeen(username, seen)];
    const keys = found.map((p) => `${p.code} ${JSON.stringify(p.params ?? {})}`);
    return found.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
  };

  return {
    vitals,
    saw: (kind) => {
      seen[kind] = (seen[kind] ?? 0) + 1;
    },
    snapshotRead: (read) => {
      const { snapshot, reloadedAt } = read;
      version = snapshot.version === '' ? null : snapshot.version;
      ofSnapshot = snapshotProblems(read, username);
      vitals.learn({ systemName: snapshot.systemName, reloadedAt });
      handlers.up(version, problems());
    },
    readLogin: async (link, hasBooted) => {
      const privileges = await readPrivileges(link, username, hasBooted);
      ofLogin = privileges.problems;
      vitals.learn({ capabilities: privileges.capabilities, entityId: await readEntityId(link) });
      if (phase() !== 'stopped' && ofLogin.length > 0) handlers.up(version, problems());
    },
    checkProblems: () => {
      const now = JSON.stringify(problems());
      if (phase() === 'live' && now !== checked) handlers.up(version, problems());
      checked = now;
    },
  };
};

const snapshotProblems = (read: SnapshotRead, username: string): readonly LinkProblem[] => {
  const { version } = read.snapshot;
  const found: LinkProblem[] = [];
  if (isTooOld(version)) {
    found.push({ code: 'version-unsupported', params: { version, oldest: OLDEST_SUPPORTED }, line: null });
  }
  if (read.unknown.includes('QueueStatus')) {
    found.push({ code: 'queues-not-loaded', line: 'modules.conf: load = app_queue.so' });
  }
  if (read.denied.length > 0) {
    found.push({
      code: 'write-class-missing',
      params: { class: 'reporting', username },
      line: 'write = agent,call,originate,reporting',
    });
  }
  return found;
};
