// Reads from the session store what a user or key can do and see for each resource. Tests compare this with `grantFaults`, with which it
// shares no code.
import { ACTIONS, RESOURCES } from '@ringside/core/access/ability.ts';
import type { Reach, Resource } from '@ringside/core/access/ability.ts';
import type { Db } from '../platform/db/connect.ts';
import { findCaller } from '../platform/sessions/caller-queries.ts';
import type { Credential } from '../platform/sessions/caller-queries.ts';
import { effectiveCaller, withheldIn } from '../platform/sessions/effective-caller.ts';

interface Power {
  readonly resource: Resource;
  readonly action: string;
  readonly reach: Reach;
  readonly masks: readonly string[];
  readonly limits: string;
  readonly customers: readonly string[];
  readonly callcenters: readonly string[];
}

export interface Powers {
  readonly level: number;
  readonly endsAt: number;
  readonly powers: readonly Power[];
}

const WIDTHS = ['own', 'team', 'customer', 'subtree', 'platform'];

export const powersOf = async (db: Db, by: Credential): Promise<Powers | null> => {
  const found = await findCaller(db, by, new Date(), new Date(0));
  if (found === null) return null;
  const whole = { ...found.caller, ip: '', userAgent: '' };
  const powers = RESOURCES.filter((r) => r !== 'all').flatMap((resource) =>
    ACTIONS.filter((a) => a !== 'manage').flatMap((action): Power[] => {
      const able = whole.abilities.some(
        (a) => [action, 'manage'].includes(a.action) && [resource, 'all'].includes(a.resource),
      );
      if (!able) return [];
      const caller = effectiveCaller(whole, action, resource);
      const masks = withheldIn(caller, { path: '/x', access: [action, resource] });
      const customers = caller.customerId === null ? [] : (caller.customerIds ?? [caller.customerId]);
      const { reach, callcenterIds } = caller;
      return [
        {
          resource,
          action,
          reach,
          masks,
          limits: JSON.stringify(caller.limits ?? null),
          customers,
          callcenters: callcenterIds,
        },
      ];
    }),
  );
  return { level: whole.level, endsAt: whole.endsAt ?? Infinity, powers };
};

/** Returns everything in which `given` exceeds `giver`. Empty if nothing does. */
export const excessOf = (giver: Powers, given: Powers): string[] => {
  const excess: string[] = [];
  if (given.level < giver.level) excess.push(`level ${given.level} < ${giver.level}`);
  if (given.endsAt > giver.endsAt) excess.push(`ends ${given.endsAt} > ${giver.endsAt}`);
  for (const power of given.powers) {
    const name = `${power.action}:${power.resource}`;
    const mine = giver.powers.find((p) => p.action === power.action && p.resource === power.resource);
    if (mine === undefined) {
      excess.push(name);
      continue;
    }
    if (WIDTHS.indexOf(power.reach) > WIDTHS.indexOf(mine.reach)) excess.push(`${name} reach ${power.reach}`);
    if (mine.masks.some((mask) => !power.masks.includes(mask))) excess.push(`${name} masks ${mine.masks.join()}`);
    if (mine.limits !== 'null' && mine.limits !== power.limits) excess.push(`${name} limits ${mine.limits}`);
    if (mine.reach === 'platform') continue;
    if (power.customers.some((id) => !mine.customers.includes(id))) excess.push(`${name} customers`);
    const inTeams = mine.reach === 'team' || mine.reach === 'own';
    if (inTeams && power.callcenters.some((id) => !mine.callcenters.includes(id))) excess.push(`${name} call centers`);
  }
  return excess;
};
