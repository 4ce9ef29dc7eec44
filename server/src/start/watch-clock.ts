// Compares PostgreSQL's clock with the console's at the start and every minute. Stored times follow the console's clock.
import { notify, notifyEnd } from '../boards/notification/notify.ts';
import type { NotifyDeps } from '../boards/notification/notify.ts';
import { matchClock } from '../platform/db/console-clock.ts';
import type { OpenDb } from '../platform/db/connect.ts';

const LOOK_MS = 60_000;
/** Clocks that are synchronized by a time service differ by much less. */
const WARN_SECONDS = 2;
const OPEN_KEY = 'database-clock';

export interface ClockWatch {
  /** Seconds that PostgreSQL's clock is ahead of the console's. 0 with the embedded database. */
  ahead(): number;
  /** The same value, rounded to tenths, while the clocks differ by more than 2 s. Otherwise `null`. */
  problem(): number | null;
  stop(): void;
}

interface Log {
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export const watchClock = async (
  engine: OpenDb['engine'],
  log: Log,
  deps: NotifyDeps,
  place: object,
): Promise<ClockWatch> => {
  if (engine === 'embedded') return { ahead: () => 0, problem: () => null, stop: () => undefined };
  let ahead = 0;
  let logged: number | null = null;
  const problem = (): number | null => (Math.abs(ahead) > WARN_SECONDS ? Math.round(ahead * 10) / 10 : null);
  const look = async (): Promise<void> => {
    ahead = await matchClock(deps.db);
    const aheadSeconds = problem();
    if (aheadSeconds === null) {
      if (logged !== null) log.info(place, 'database clock agrees with this clock again');
      logged = null;
      return notifyEnd(deps, OPEN_KEY, () => null);
    }
    if (logged === null || Math.abs(aheadSeconds - logged) > WARN_SECONDS) {
      log.warn({ ...place, aheadSeconds }, 'database clock differs from this clock: stored times follow this clock');
      logged = aheadSeconds;
    }
    // Also notifies users that were created since the last notification.
    const params = { differenceSeconds: Math.ceil(Math.abs(aheadSeconds)) };
    const to = { kind: 'platform', ability: ['read', 'endpoint'] } as const;
    return notify(deps, { kind: 'database-clock', params, to, openKey: OPEN_KEY });
  };
  const lookOrLog = (): Promise<void> =>
    look().catch((error: unknown) => log.error({ ...place, err: error }, 'database clock could not be compared'));
  await lookOrLog();
  const timer = setInterval(() => void lookOrLog(), LOOK_MS).unref();
  return { ahead: () => ahead, problem, stop: () => clearInterval(timer) };
};
