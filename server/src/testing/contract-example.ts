// Describes how to call a route of the contract.
import type { Side } from './side.ts';

export interface Example {
  /** Value of `:id` for a side's row. Absent for routes without parameters. */
  readonly id?: (side: Side) => string | number;
  /** A body that is valid for the side itself. */
  readonly body?: (side: Side) => Record<string, unknown>;
  /** Body fields that refer to another row, with the other side's value. The answer must be 404 or 422, and nothing may change. */
  readonly pointers?: (side: Side) => Record<string, unknown>;
}

/** An ID that no row has. */
export const nobody = '00000000-0000-4000-8000-000000000000';
