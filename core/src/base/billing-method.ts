// How a customer pays, and what happens when it spends more than it may.

/** Asked afterwards; out of what was paid before; or never asked. */
export const BILLING_METHODS = ['postpaid', 'prepaid', 'none'] as const;
export type BillingMethod = (typeof BILLING_METHODS)[number];

/** What happens at a limit: people are told; calls out stop besides; the customer is suspended besides. */
export const SPEND_ACTIONS = ['notify', 'block_outbound', 'suspend'] as const;
export type SpendAction = (typeof SPEND_ACTIONS)[number];
