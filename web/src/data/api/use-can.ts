import { type Action, can, type Resource } from '@ringside/core/access/ability.ts';
import { useUser } from './session.ts';

/** Returns a function that checks the signed-in user's abilities. The server checks every request again. */
export const useCan = (): ((action: Action, resource: Resource) => boolean) => {
  const { abilities } = useUser();
  return (action, resource) => can(abilities, action, resource);
};
