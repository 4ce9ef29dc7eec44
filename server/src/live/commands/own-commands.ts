// Decides which commands agents may run without the permission to operate: those with their own phone in queues of their scope.
import { can } from '@ringside/core/access/ability.ts';
import type { LiveCommand } from '@ringside/core/contract/live/live-commands.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { OwnPhone } from './phone-queries.ts';

/**
 * Returns whether an agent may run the command: log in and out, pause, and call from their own line. Agents cannot choose their
 * penalty or member name. The command itself checks the queue's scope.
 * @param phones the user's lines on the PBX server
 */
export const isOwnCommand = (caller: Caller, c: LiveCommand, phones: readonly OwnPhone[]): boolean => {
  // An API key has only its own permissions and no phone.
  if (caller.reach !== 'own' || caller.apiKey || !can(caller.abilities, 'read', 'live')) return false;
  const own = (device: string): OwnPhone | undefined => phones.find((p) => p.device === device);
  switch (c.action) {
    case 'QueuePause':
    case 'QueueRemove':
      return own(c.Interface) !== undefined;
    case 'QueueAdd': {
      const phone = own(c.Interface);
      if (phone === undefined || c.Penalty !== undefined) return false;
      const named = c.MemberName === undefined || c.MemberName === phone.name;
      return named && (c.StateInterface === undefined || c.StateInterface === c.Interface);
    }
    case 'Call':
      return phones.length > 0;
    default:
      return false;
  }
};
