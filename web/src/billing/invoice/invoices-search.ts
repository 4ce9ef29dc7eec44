import { isAmong } from '@ringside/core/base/is-among.ts';
import { INVOICE_STATUS, PAYMENT_STATES } from '@ringside/core/billing/invoice-state.ts';

/** Filter values: draft, final (optionally by payment state), and void. */
export const STATES = ['draft', 'final', ...PAYMENT_STATES, 'void'] as const;
export type State = (typeof STATES)[number];

/** Search parameters of the list. */
export interface InvoicesSearch {
  readonly q?: string;
  readonly customer?: string;
  readonly state?: State;
  readonly page?: number;
  readonly perPage?: number;
}

const isId = (v: unknown): v is string =>
  typeof v === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(v);
const whole = (v: unknown, most: number): number | null =>
  typeof v === 'number' && Number.isInteger(v) && v >= 1 && v <= most ? v : null;

/** Reads search parameters from any address. Drops invalid values. */
export const readInvoicesSearch = (raw: Record<string, unknown>): InvoicesSearch => {
  const { q, customer, state, page, perPage } = raw;
  const [at, size] = [whole(page, 100_000), whole(perPage, 500)];
  return {
    ...(typeof q === 'string' && q !== '' ? { q: q.slice(0, 100) } : {}),
    ...(isId(customer) ? { customer } : {}),
    ...(isAmong(STATES, state) ? { state } : {}),
    ...(at === null ? {} : { page: at }),
    ...(size === null ? {} : { perPage: size }),
  };
};

/** Returns the query of the API request. */
export const queryOf = ({ q, customer, state, page, perPage }: InvoicesSearch) => {
  const status = INVOICE_STATUS.find((s) => s === state);
  const payment = PAYMENT_STATES.find((s) => s === state);
  return {
    ...{ page: page ?? 1, perPage: perPage ?? 25 },
    ...(q === undefined ? {} : { q }),
    ...(customer === undefined ? {} : { customerId: customer }),
    ...(status === undefined ? {} : { status }),
    ...(payment === undefined ? {} : { payment }),
  };
};
