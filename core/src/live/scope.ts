// Who sees what of the live state. `scope(reduce(s, e), who)` equals `reduce(scope(s, who), scopeEvent(e, who))`.

/** A viewer. Two viewers with equal `key` see the same bytes: they share one serialisation. */
export type Viewer =
  | { readonly reach: 'platform' }
  | {
      readonly reach: 'customer';
      readonly customerId: string;
      /** Servers that the customer uses: their link state is shown, without addresses or problems. */
      readonly serverIds: readonly number[];
    }
  | {
      readonly reach: 'team';
      readonly customerId: string;
      readonly callcenterIds: readonly string[];
      readonly serverIds: readonly number[];
    };
