// What an invoice can be, and how a final one stands: known before any schema is loaded.

export const INVOICE_STATUS = ['draft', 'final', 'void'] as const;
/** Of a final invoice: how it stands by what was paid, oldest first. */
export const PAYMENT_STATES = ['unpaid', 'part_paid', 'paid', 'overdue', 'credited'] as const;
