// The dimensions by which an access rule can select objects of each resource.
import type { Resource } from '../../access/ability.ts';
import type { Dimension } from '../../access/row-limits.ts';
import { subjectOf } from '../nouns.ts';

/** For `all`, a rule applies to the resources that have its dimensions. */
export const toldApartBy = (resource: Resource): readonly Dimension[] => subjectOf(resource).dimensions;

/** The rule's field for each dimension. */
export const THINGS_BY = {
  customer: 'customerIds',
  callcenter: 'callcenterIds',
  queue: 'queueIds',
  server: 'serverIds',
  own: 'ownOnly',
} as const satisfies Record<Dimension, string>;
