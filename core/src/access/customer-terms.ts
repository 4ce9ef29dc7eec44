// Limits that the platform sets for all users of a customer, whatever their roles.
import { ACTIONS, can, RESOURCES, seesWholeCustomer } from './ability.ts';
import type { Ability, Reach, Resource } from './ability.ts';
import type { Narrowing } from './narrowing.ts';

export interface CustomerTerms {
  /** Its users see call prices. They always see the customer's account and invoices. */
  readonly showPrices: boolean;
  /** Whether users who may put recordings on hold may also delete them. Otherwise no user of the customer may. */
  readonly allowRecordingDelete: boolean;
}

/** Resources that contain prices. The live state has none, and invoices stay visible to the customer. */
const PRICED: readonly Resource[] = ['cdr', 'recording', 'report', 'plan', 'customer'];

/** `null`: platform staff. */
export const narrowingsOf = (terms: CustomerTerms | null): readonly Narrowing[] =>
  terms === null || terms.showPrices
    ? []
    : PRICED.map((resource) => ({ resource, reach: null, masks: ['price'], ofCustomer: true }));

/** Expands `manage` and `all` when one action on one resource is removed. */
const without = (abilities: readonly Ability[], action: Ability['action'], resource: Resource): readonly Ability[] =>
  abilities.flatMap((ability): readonly Ability[] => {
    if (!can([ability], action, resource)) return [ability];
    const actions = ACTIONS.filter((one) => one !== 'manage' && can([ability], one, resource));
    const others = ability.resource === 'all' ? RESOURCES.filter((one) => one !== 'all' && one !== resource) : [];
    return [
      ...others.map((other) => ({ action: ability.action, resource: other })),
      ...actions.filter((one) => one !== action).map((one) => ({ action: one, resource })),
    ];
  });

export const abilitiesUnder = (
  terms: CustomerTerms | null,
  abilities: readonly Ability[],
  reach: Reach,
): readonly Ability[] => {
  if (terms === null) return abilities;
  if (!terms.allowRecordingDelete) return without(abilities, 'delete', 'recording');
  return seesWholeCustomer(reach) && can(abilities, 'update', 'recording') && !can(abilities, 'delete', 'recording')
    ? [...abilities, { action: 'delete', resource: 'recording' }]
    : abilities;
};
