// How a route of the contract is called.
import type { Side } from './two-customers.ts';

export interface Example {
  /** The `:id` that stands for a side's row; absent for routes without parameters. */
  readonly id?: (side: Side) => string | number;
  /** A body that would work for its own side. */
  readonly body?: (side: Side) => Record<string, unknown>;
  /** Body fields that point to another row, with the foreign value: the answer must be 404 or 422, and nothing may change. */
  readonly pointers?: (side: Side) => Record<string, unknown>;
}

/** No row has it. */
export const nobody = '00000000-0000-4000-8000-000000000000';
