// A key that asked for more than its minute allows: its owner hears of it.
import type { Caller } from '../http/context.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';

export const tellKeyLimited = async (deps: NotifyDeps, { sessionId, userId, apiKey }: Caller): Promise<void> => {
  if (!apiKey) return;
  const params = { keyId: sessionId, keyName: apiKey.name, perMinute: apiKey.rateLimitPerMinute };
  await notify(deps, { kind: 'key-limited', params, to: { kind: 'user', userId } });
};
