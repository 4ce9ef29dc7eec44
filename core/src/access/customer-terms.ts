// What a customer's own people may not, whatever their roles say: the platform decides it for the customer as a whole.
import { ACTIONS, can, RESOURCES, seesWholeCustomer } from './ability.ts';
import type { Ability, Reach, Resource } from './ability.ts';
import type { Narrowing } from './narrowing.ts';

export interface CustomerTerms {
  /** Its people see what calls cost. What is asked of it (its account, its invoices) they see in any case. */
  readonly showPrices: boolean;
  /** Who may put its recordings on hold may delete them, too; without it nobody of it does. */
  readonly allowRecordingDelete: boolean;
}

/** Where prices stand. The live state has none, and an invoice is a customer's own. */
const PRICED: readonly Resource[] = ['cdr', 'recording', 'report', 'plan', 'customer'];

/** null: the platform's staff. */
export const narrowingsOf = (terms: CustomerTerms | null): readonly Narrowing[] =>
  terms === null || terms.showPrices
    ? []
    : PRICED.map((resource) => ({ resource, reach: null, masks: ['price'], ofCustomer: true }));

/** `manage` and `all` stand for what is left when one action on one resource is taken out. */
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
