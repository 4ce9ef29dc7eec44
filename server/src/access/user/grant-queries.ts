// Limits the permissions that a caller can grant to an account to their own.
import { grantFaults } from '@ringside/core/access/grant-faults.ts';
import type { GrantFault } from '@ringside/core/access/grant-faults.ts';
import type { Db } from '../../platform/db/connect.ts';
import { once } from '../../platform/db/once.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { holderOf, holderOfUser, refuseFaults } from '../../platform/sessions/grants.ts';

/** An account without an end date gets that of the account or key that creates it. A later end is refused. */
export const boundedEnd = (caller: Caller, wanted: string | null | undefined): string | null => {
  if (wanted !== null && wanted !== undefined) return wanted;
  return caller.endsAt === undefined ? null : new Date(caller.endsAt).toISOString();
};

interface Given {
  readonly id: string;
  readonly customerId: string | null;
  readonly values: {
    readonly roleId?: string | undefined;
    readonly role?: string | undefined;
    readonly callcenterIds?: readonly string[] | undefined;
    readonly expiresAt?: string | null | undefined;
    readonly status?: string | undefined;
  };
}

const faultPath = ({ field }: GrantFault, { values }: Given): { readonly path: string; readonly code: string } => {
  if (field === 'endsAt') return { path: 'expiresAt', code: 'beyond-own' };
  if (field === 'callcenterIds') return { path: 'callcenterIds', code: 'beyond-own' };
  return { path: values.roleId === undefined && values.role !== undefined ? 'role' : 'roleId', code: 'not-assignable' };
};

/**
 * Compares the written account's permissions with the caller's. `before`: the account before a change, which is not refused for an
 * unchanged end date.
 */
export const refuseBeyondGiver = async (
  tx: Db,
  caller: Caller,
  given: Given,
  before?: { readonly id: string },
): Promise<void> => {
  const { values } = given;
  const gives = [values.roleId, values.role, values.callcenterIds, values.expiresAt, values.status];
  if (before !== undefined && gives.every((one) => one === undefined)) return;
  const check = async (): Promise<void> => {
    const holder = await holderOfUser(tx, given.id);
    if (holder === null) return;
    const faults = grantFaults(holderOf(caller), holder).filter(
      ({ field }) => before === undefined || field !== 'endsAt' || values.expiresAt !== undefined,
    );
    refuseFaults(faults, (fault) => faultPath(fault, given));
  };
  if (before !== undefined) return check();
  // New accounts with the same role, customer, team and end have the same permissions, so an import checks each combination once.
  const { roleId = '', role = '', callcenterIds = [], expiresAt = '' } = values;
  await once(tx, `grant ${given.customerId} ${roleId} ${role} ${callcenterIds.join()} ${expiresAt}`, check);
};

/** Prevents users from lifting requirements that were imposed on their own account. */
export const refuseOwnRelief = (
  caller: Caller,
  before: { readonly id: string; readonly requireTwoFactor: boolean; readonly mustRenew: boolean },
  values: { readonly requireTwoFactor?: boolean | undefined; readonly mustRenew?: boolean | undefined },
): void => {
  if (caller.userId !== before.id) return;
  for (const field of ['requireTwoFactor', 'mustRenew'] as const) {
    if (before[field] && values[field] === false)
      throw new Refusal('conflict', { errors: [{ path: field, code: 'own-account' }] });
  }
};
