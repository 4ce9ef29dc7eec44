// Invoice and payment states, in a module without schemas.

export const INVOICE_STATUS = ['draft', 'final', 'void'] as const;
/** Payment state of a final invoice. Payments cover the oldest invoices first. */
export const PAYMENT_STATES = ['unpaid', 'part_paid', 'paid', 'overdue', 'credited'] as const;
