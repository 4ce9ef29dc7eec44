import { type Action, can, type Resource } from '@ringside/core/access/ability.ts';
import { useUser } from './session.ts';

/** Whether the signed-in user may; the server decides again at every call. */
export const useCan = (): ((action: Action, resource: Resource) => boolean) => {
  const { abilities } = useUser();
  return (action, resource) => can(abilities, action, resource);
};
