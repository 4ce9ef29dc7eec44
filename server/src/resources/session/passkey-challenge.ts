// A challenge is good once, for five minutes, and only with what it was given to. Nobody can answer one from the table: it
// keeps hashes.
import type { Origin } from '../../http/context.ts';
import type { Deps } from '../../http/deps.ts';
import { Refusal } from '../../http/errors.ts';
import { keepChallenge, takeChallenge } from '../../sessions/passkey-queries.ts';
import { hashToken } from '../../sessions/token.ts';

export const CHALLENGE_MINUTES = 5;

/** `holder`: the id of a session or the token of an attempt. Throws `too-many` when its address has too many out. */
export const giveChallenge = async (
  deps: Pick<Deps, 'db' | 'now'>,
  challenge: string,
  holder: string,
  origin: Pick<Origin, 'ip'>,
): Promise<void> => {
  const now = deps.now();
  const kept = await keepChallenge(
    deps.db,
    {
      challengeHash: hashToken(challenge),
      boundTo: hashToken(holder),
      address: origin.ip,
      expiresAt: new Date(now + CHALLENGE_MINUTES * 60_000),
    },
    new Date(now),
  );
  if (!kept) throw new Refusal('too-many', { retryAfterSeconds: 60 });
};

/** Uses it up. */
export const isChallengeOf = (deps: Pick<Deps, 'db' | 'now'>, challenge: string, holder: string): Promise<boolean> =>
  takeChallenge(deps.db, hashToken(challenge), hashToken(holder), new Date(deps.now()));
