// Notifies platform staff who may operate PBX servers once when provisioning fails, until a run succeeds completely.
import type { RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import { notify, notifyEnd } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { failedObjects, serverName } from './queries.ts';

export interface RunEnded {
  readonly outcome: 'unchanged' | 'applied' | 'partly' | 'failed';
  readonly counts: { readonly failed: number };
  readonly problem: RunProblem | null;
}

const keyOf = (serverId: number): string => `provisioning:${serverId}`;

/** Errors of an unreachable PBX. `watch-servers.ts` notifies about it, and the run repeats when the PBX is back. */
const AWAY = new Set([
  'host-not-found',
  'connection-refused',
  'connection-timed-out',
  'network-error',
  'no-greeting',
  'closed-at-once',
  'connection-lost',
  'no-answer',
  'pbx-booting',
]);

const isAway = ({ problem }: RunEnded): boolean => problem?.kind === 'link' && AWAY.has(problem.link?.code ?? '');

const NAMED = 3;

/** Formats object names as on the PBX, independent of the reader's language. */
const whatOf = (names: readonly string[]): string =>
  names.length === 0 ? 'ringside_*.conf' : names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');

export const notifyProvisioning = async (deps: NotifyDeps, serverId: number, run: RunEnded): Promise<void> => {
  if (isAway(run)) return;
  const bad = run.outcome === 'failed' || run.counts.failed > 0;
  if (!bad) return notifyEnd(deps, keyOf(serverId), () => null);
  const name = await serverName(deps.db, serverId);
  if (name === null) return;
  const names = run.outcome === 'failed' ? [] : await failedObjects(deps.db, serverId, NAMED + 1);
  await notify(deps, {
    kind: 'provisioning-failed',
    params: { serverId, serverName: name, what: whatOf(names).slice(0, 254) },
    to: { kind: 'platform', ability: ['operate', 'endpoint'] },
    openKey: keyOf(serverId),
  });
};
