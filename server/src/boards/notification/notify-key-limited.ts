// Notifies the owner of an API key that exceeds its requests per minute.
import type { Caller } from '../../platform/caller/caller.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';

export const notifyKeyLimited = async (deps: NotifyDeps, { sessionId, userId, apiKey }: Caller): Promise<void> => {
  if (!apiKey) return;
  const params = { keyId: sessionId, keyName: apiKey.name, perMinute: apiKey.rateLimitPerMinute };
  await notify(deps, { kind: 'key-limited', params, to: { kind: 'user', userId } });
};
