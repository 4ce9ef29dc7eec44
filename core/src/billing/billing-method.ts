// Billing methods of a customer, and actions at spending limits.

/** Invoiced afterwards, prepaid, or not billed. */
export const BILLING_METHODS = ['postpaid', 'prepaid', 'none'] as const;
export type BillingMethod = (typeof BILLING_METHODS)[number];

/** Action at a limit: notify; also block outbound calls; also suspend the customer. */
export const SPEND_ACTIONS = ['notify', 'block_outbound', 'suspend'] as const;
export type SpendAction = (typeof SPEND_ACTIONS)[number];
