// Notifies users that their import has finished, since they may have left the page. Exports appear in the downloads anyway.
import type { Caller } from '../../platform/caller/caller.ts';
import type { FileNews } from '../../platform/http/register.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';

/** Excludes API keys, which made the request themselves, and impersonation, which must not show up in the user's notifications. */
const isPerson = ({ apiKey, actedBy }: Caller): boolean => !apiKey && !actedBy;

export const notifyFiles = (deps: NotifyDeps, onError: (error: unknown) => void): FileNews => ({
  imported: async (caller, what, rows, refused) => {
    if (!isPerson(caller)) return;
    const params = { what: what.slice(0, 254), rows, refused };
    // The request waits, so that a shutdown closes the database only after this write.
    await notify(deps, { kind: 'import-finished', params, to: { kind: 'user', userId: caller.userId } }).catch(onError);
  },
});
