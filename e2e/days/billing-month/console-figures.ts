// Calls and invoices from the console, in the format of the independent calculation.
import type { Call } from '@ringside/core/contract/calls/cdr.ts';
import type { Invoice, InvoiceLine } from '@ringside/core/contract/billing/invoice.ts';
import type { Api, RunningConsole } from '../../lab/console.ts';
import type { InvoiceText } from './expected-invoice.ts';
import { money } from './expected-invoice.ts';
import type { Priced } from './rating.ts';
import { millionths } from './rating.ts';

/** Calls of all customers between two times (epoch milliseconds). */
export const callsBetween = async (api: Api, from: number, to: number): Promise<readonly Call[]> => {
  interface Page {
    readonly data: readonly Call[];
    readonly meta: { readonly next: string | null };
  }
  const calls: Call[] = [];
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), perPage: '500' };
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams(cursor === '' ? span : { ...span, cursor });
    const page: Page = await api.call<Page>('GET', `/reports/cdr?${query.toString()}`);
    calls.push(...page.data);
    cursor = page.meta.next;
  }
  return calls;
};

/** Decimal amount in cents. Throws if it is not whole cents. */
export const centsOf = (decimal: string): bigint => {
  const micros = millionths(decimal);
  if (micros % 10_000n !== 0n) throw new Error(`Not whole cents: ${decimal}`);
  return micros / 10_000n;
};
const shown = (decimal: string): string => money(centsOf(decimal));

const whatOf = ({ kind, detail, description }: InvoiceLine): string => {
  const of = (name: string): string => String(detail[name] ?? '');
  switch (kind) {
    case 'plan_fee':
    case 'fee_credit':
      return `${kind} ${of('planName')} ${of('from').slice(0, 7)}`;
    case 'setup':
    case 'free_credit':
      return `${kind} ${of('planName')}`;
    case 'usage': {
      const plan = detail['planName'] === undefined ? '' : ` ${of('planName')}`;
      const late = detail['late'] === true ? 'late ' : '';
      const counts = `${of('calls')} ${of('billedSeconds')} ${of('allowanceSeconds')}`;
      return `usage ${late}${of('direction')} ${of('group')}${plan}: ${counts}`;
    }
    case 'discount':
      return `discount ${of('on')}`;
    default:
      return `${kind} ${description}`;
  }
};

/** The console's invoice in the format of `expectedInvoice`. */
export const shownInvoice = (invoice: Invoice): InvoiceText => {
  const talk = invoice.lines.filter(({ kind }) => kind === 'allowance');
  const lines = invoice.lines.filter(({ kind }) => kind !== 'allowance');
  return {
    lines: lines.map((line) => `${whatOf(line)} = ${shown(line.net)}`).toSorted(),
    talk: talk
      .map(({ detail }) => `${String(detail['name'])} of ${String(detail['included'])}, used ${String(detail['used'])}`)
      .toSorted(),
    taxes: invoice.taxes.map(({ label, amount }) => `${label} ${shown(amount)}`),
    ...{ net: shown(invoice.net), tax: shown(invoice.tax), total: shown(invoice.total) },
  };
};

/** Calls from the CSV file of an invoice: time, direction, seconds and amount. */
export const callsOnInvoice = async ({ url, api }: RunningConsole, id: string): Promise<readonly string[]> => {
  const response = await fetch(`${url}/api/invoices/${id}/calls?format=csv`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  if (!response.ok) throw new Error(`calls of invoice ${id}: ${response.status}`);
  const [, ...rows] = (await response.text()).trim().split(/\r?\n/);
  return rows.map((row) => {
    const cells = row.split(',').map((cell) => cell.replace(/^"|"$/g, ''));
    const [at = '', direction = ''] = cells;
    const [raw = '', billed = '', included = '', amount = ''] = cells.slice(-4);
    return [Date.parse(at), direction, raw, billed, included, millionths(amount)].join(' ');
  });
};
export const callText = ({ at, direction, seconds, billed, included, amount }: Priced): string =>
  [at, direction, seconds, billed, included, amount].join(' ');
