/** Outbox topic: a customer was created or restored. The key is the customer's ID. */
export const CUSTOMER_ADDED = 'customer-added';
