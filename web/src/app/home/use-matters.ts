import { listGaps } from '@ringside/core/contract/calls/gap.ts';
import { listProvisioningProblems } from '@ringside/core/contract/pbx/row-provisioning.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { serverNow } from '../../data/base/clock.ts';
import { LOOKS } from '../../boards/bell/notification-look.ts';
import { notificationsQuery } from '../../boards/bell/notifications.ts';

const LOOK_AGAIN_MS = 30_000;
const DAY_MS = 86_400_000;

/** A problem that needs attention. `count` and `name` fill its text. */
export interface Matter {
  readonly key: 'failed' | 'drift' | 'waiting' | 'gaps' | 'differences' | 'warnings' | 'queues' | 'noServer';
  readonly tone: 'bad' | 'warn';
  readonly count: number;
  readonly name?: string;
  readonly to:
    '/endpoints' | '/endpoints/$endpoint/configuration' | '/dashboard' | '/reports/queues' | '/notifications';
  readonly params?: Readonly<Record<string, string>>;
}

/** Notifications that this page shows elsewhere, or that are no problem. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'pbx-away',
  'queue-breach',
  'queue-level',
  'provisioning-failed',
  'new-sign-in',
]);

/** Returns failed and changed configuration, data gaps of the last day, and unread warnings; null until all are known. */
export const useMatters = (): readonly Matter[] | null => {
  const user = useUser();
  const provisioning = useQuery({
    queryKey: [listProvisioningProblems.path],
    queryFn: ({ signal }) => call(listProvisioningProblems, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const gaps = useQuery({
    queryKey: [listGaps.path, 'last-day'],
    queryFn: ({ signal }) => {
      const now = serverNow();
      const period = { from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() };
      return call(listGaps, { query: period, signal });
    },
    refetchInterval: LOOK_AGAIN_MS,
  });
  const unread = useQuery(notificationsQuery(user, { perPage: 100, unread: 'true' }));
  if (provisioning.data === undefined || gaps.data === undefined || unread.data === undefined) return null;
  const configuration = provisioning.data.data.flatMap(({ serverId, serverName, failed, drift, waiting }): Matter[] => {
    const at = {
      name: serverName,
      to: '/endpoints/$endpoint/configuration',
      params: { endpoint: String(serverId) },
    } as const;
    return [
      ...(failed > 0 ? [{ key: 'failed', tone: 'bad', count: failed, ...at } as const] : []),
      ...(failed === 0 && waiting ? [{ key: 'waiting', tone: 'bad', count: 0, ...at } as const] : []),
      ...(drift > 0 ? [{ key: 'drift', tone: 'warn', count: drift, ...at } as const] : []),
    ];
  });
  const open = gaps.data.gaps.filter(({ calls, queues }) => calls === null || queues === null);
  const warnings = unread.data.data.filter(
    ({ kind }) => !ELSEWHERE.has(kind) && (LOOKS[kind].tone === 'bad' || LOOKS[kind].tone === 'warn'),
  );
  const matter = (key: 'gaps' | 'differences' | 'warnings', count: number, to: Matter['to']): Matter[] =>
    count === 0 ? [] : [{ key, tone: 'warn', count, to }];
  return [
    ...configuration,
    ...matter('gaps', open.length, '/reports/queues'),
    ...matter('differences', gaps.data.days.length, '/reports/queues'),
    ...matter('warnings', warnings.length, '/notifications'),
  ];
};
