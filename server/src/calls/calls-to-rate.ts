/** Outbox topic: calls wait for rating (`calls.rating_due`). */
export const CALLS_TO_RATE = 'calls-to-rate';
