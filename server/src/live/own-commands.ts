// What an agent may do without the right to operate live things: with his own phone, in queues of his scope.
import { can } from '@ringside/core/access/ability.ts';
import type { LiveCommand } from '@ringside/core/contract/live-commands.ts';
import type { Caller } from '../http/context.ts';
import type { OwnPhone } from './phone-queries.ts';

/**
 * Log in and out, pause, and call from one's own line. His place in the queue (penalty) and the name that reports know
 * him by are not his to choose. Which queues he sees is judged by the command itself, as everybody's.
 * @param phones the caller's lines on the PBX
 */
export const isOwnCommand = (caller: Caller, c: LiveCommand, phones: readonly OwnPhone[]): boolean => {
  // A program has what its key says, and no phone.
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
