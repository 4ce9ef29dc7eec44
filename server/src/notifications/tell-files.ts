// A file that came in or went out whole is told to whoever asked for it: he may be on another page by then, or away.
import type { Caller } from '../http/context.ts';
import type { FileNews } from '../http/register.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';

/** A program asked for it itself; who acts in another's name leaves no trace in what the other reads. */
const isPerson = ({ apiKey, actedBy }: Caller): boolean => !apiKey && !actedBy;

export const tellFiles = (deps: NotifyDeps, onError: (error: unknown) => void): FileNews => ({
  exported: (caller, what, rows) => {
    if (!isPerson(caller)) return;
    const params = { what: what.slice(0, 254), rows };
    notify(deps, { kind: 'export-finished', params, to: { kind: 'user', userId: caller.userId } }).catch(onError);
  },
  imported: (caller, what, rows, refused) => {
    if (!isPerson(caller)) return;
    const params = { what: what.slice(0, 254), rows, refused };
    notify(deps, { kind: 'import-finished', params, to: { kind: 'user', userId: caller.userId } }).catch(onError);
  },
});
