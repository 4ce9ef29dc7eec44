// Issues and checks challenges. A challenge is valid once, for five minutes, and only for its holder. The table stores only hashes, so its
// content cannot be used to answer a challenge.
import type { Origin } from '../../platform/caller/caller.ts';
import type { Db } from '../../platform/db/connect.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { keepChallenge, takeChallenge } from '../../platform/sessions/passkey-queries.ts';
import { hashToken } from '../../platform/sessions/token.ts';

export const CHALLENGE_MINUTES = 5;

/** `holder`: the ID of a session or the token of an attempt. Throws `too-many` if the address has too many pending challenges. */
export const giveChallenge = async (
  deps: { readonly db: Db; readonly now: () => number },
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

/** Redeems the challenge. */
export const isChallengeOf = (
  deps: { readonly db: Db; readonly now: () => number },
  challenge: string,
  holder: string,
): Promise<boolean> => takeChallenge(deps.db, hashToken(challenge), hashToken(holder), new Date(deps.now()));
