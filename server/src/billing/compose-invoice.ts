// Composes the lines of an invoice: fees minus those invoiced before, usage, allowances, discounts. A fee is the total that its plan
// charges minus all invoices, so nothing is charged twice.
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { decimalOf, microsOf, shareOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { PlanTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import { billingPeriodAt } from '@ringside/core/billing/billing-period.ts';
import { planFees } from '@ringside/core/billing/plan-fees.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays } from '@ringside/core/reports/report-period.ts';
import { unitCharge } from '@ringside/core/billing/unit-charge.ts';
import { allowancesOfPeriod } from './allowances-of-period.ts';
import { heldPlanOf } from './held-plan.ts';
import type { AccountTerms, NewLine, UsageSum } from './invoice-queries.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import type { Use } from './use-queries.ts';
import { versionAt } from './version-at.ts';

type UnitItem = PlanTerms['unitFees'][number]['item'];

/** All inputs of the lines. Times are epoch ms. */
export interface InvoiceInputs {
  readonly currency: string;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  /** Start of the customer's first invoice. Earlier fees are not charged. */
  readonly floor: number;
  /** Fees due before this time are charged. */
  readonly feesUntil: number;
  readonly account: AccountTerms;
  /** The customer's assignments in this currency. */
  readonly assignments: readonly Assignment[];
  readonly versions: readonly StoredVersion[];
  readonly uses: ReadonlyMap<string, Use>;
  readonly asked: ReadonlyMap<string, string>;
  readonly usage: readonly UsageSum[];
  /** Peak quantity per period; `null` if it is not measured. */
  readonly quantities: ReadonlyMap<string, number | null>;
}

const sourceOf = (a: Assignment, kind: string, of: string): string =>
  JSON.stringify([a.planId, a.validFrom.toISOString(), kind, of]);

export const quantityKey = (item: UnitItem, from: number): string => `${item} ${from}`;

/** Returns the periods of a plan that overlap the window, with their terms. */
const heldPeriods = (a: Assignment, versions: readonly StoredVersion[], window: { from: number; to: number }) => {
  const found = [];
  const end = a.validUntil?.getTime() ?? Infinity;
  // Starts at the beginning, because a period may be longer than the window.
  for (let at = a.validFrom.getTime(); at < Math.min(window.to, end);) {
    const { terms } = versionAt(versions, a.planId, at);
    const period = billingPeriodAt(at, terms.billingInterval, a.timezone, terms.intervalCount);
    const to = Math.min(period.to, end);
    if (to > window.from) found.push({ period, terms, from: at, to });
    at = period.to;
  }
  return found;
};

/** Returns the periods that end within the window. */
export const endedPeriods = (a: Assignment, versions: readonly StoredVersion[], window: { from: number; to: number }) =>
  heldPeriods(a, versions, window).filter(({ to }) => to <= window.to);

const blank = { description: '', source: null, manual: false } as const;
const toMicros = (decimal: string): number => {
  const micros = Number(sumMicrosOf(decimal));
  if (!Number.isSafeInteger(micros)) throw new RangeError('The sum exceeds 9,000,000,000');
  return micros;
};

/** Rounds to whole cents, half up; a credit is rounded like its charge. */
const toCoins = (decimal: string, coin: number): number => shareOf(toMicros(decimal), 1, 1, coin);

const feeLines = (g: InvoiceInputs, coin: number): NewLine[] =>
  g.assignments.flatMap((a) =>
    planFees(heldPlanOf(a, g.assignments, g.versions), { from: g.floor, to: g.feesUntil }).map((fee): NewLine => {
      const { terms } = versionAt(g.versions, a.planId, fee.at);
      const period = billingPeriodAt(fee.at, terms.billingInterval, a.timezone, terms.intervalCount);
      const first = fee.at <= period.from ? period.firstDay : dayOf(fee.at, a.timezone);
      const ends = a.validUntil !== null && a.validUntil.getTime() < period.to;
      const lastDay = ends ? addDays(dayOf(a.validUntil.getTime(), a.timezone), -1) : addDays(period.endDay, -1);
      // Day from which the period is charged, if it starts within a period of another length.
      const day = fee.at > period.from && fee.at !== a.validFrom.getTime() ? first : period.firstDay;
      const source = sourceOf(a, fee.kind, fee.kind === 'setup' ? '' : day);
      const due = toCoins(decimalOf(fee.micros), coin) - toMicros(g.asked.get(source) ?? '0');
      const whole = addDays(period.endDay, -1);
      const to = due < 0 ? whole : lastDay < first ? first : lastDay;
      return {
        ...blank,
        kind: due < 0 ? 'fee_credit' : fee.kind === 'setup' ? 'setup' : 'plan_fee',
        detail: {
          planName: a.planName,
          // A credit covers the paid days after the end of the plan.
          from: due < 0 && ends ? addDays(lastDay, 1) : first,
          to,
        },
        source,
        netMicros: due,
      };
    }),
  );

/**
 * Credits fees that were invoiced and that no plan charges any more, because the plan ended before their period began. A fee that
 * falls due after the draft's period is left to a later draft while its plan still runs: a draft can be for an earlier period.
 */
const endedFeeLines = (g: InvoiceInputs, known: ReadonlySet<string>): NewLine[] =>
  [...g.asked].flatMap(([source, net]): NewLine[] => {
    const [planId, validFrom, kind, day]: [string, string, string, string] = JSON.parse(source);
    const a = g.assignments.find((one) => one.planId === planId && one.validFrom.toISOString() === validFrom);
    const asked = toMicros(net);
    if (known.has(source) || kind !== 'fixed' || asked <= 0 || a === undefined) return [];
    const { terms } = versionAt(g.versions, planId, a.validFrom.getTime());
    const noon = Date.parse(`${day}T12:00:00Z`);
    const startsAt = billingPeriodAt(noon, terms.billingInterval, a.timezone, terms.intervalCount).from;
    const dueAt = Math.max(startsAt, a.validFrom.getTime());
    if (dueAt >= g.feesUntil && (a.validUntil === null || a.validUntil.getTime() > dueAt)) return [];
    const { endDay } = billingPeriodAt(noon, terms.billingInterval, 'UTC', terms.intervalCount);
    const detail = { planName: a.planName, from: day, to: addDays(endDay, -1) };
    return [{ ...blank, kind: 'fee_credit', detail, source, netMicros: -asked }];
  });

type EndedPeriod = ReturnType<typeof endedPeriods>[number];

/** Returns one line per price tier of the fee. `quantity`: the peak in the period. */
const linesOfUnit = (
  g: InvoiceInputs,
  coin: number,
  a: Assignment,
  { period }: EndedPeriod,
  fee: PlanTerms['unitFees'][number],
  quantity: number,
): NewLine[] => {
  const { parts, billed, limitedBy } = unitCharge(fee, quantity);
  const limit: NewLine['detail'] =
    limitedBy === null ? {} : limitedBy === 'minimum' ? { least: billed } : { most: billed };
  return parts.flatMap(({ above, units, unitPrice }): NewLine[] => {
    const kind = above === 0 ? `unit ${fee.item}` : `unit ${fee.item} above ${above}`;
    const source = sourceOf(a, kind, period.firstDay);
    if (toMicros(g.asked.get(source) ?? '0') !== 0) return [];
    const detail = {
      ...{ planName: a.planName, item: fee.item, quantity, included: fee.includedQuantity, billed: units },
      ...{ unitPrice, from: period.firstDay, to: addDays(period.endDay, -1), ...limit },
    };
    return [{ ...blank, kind: 'unit', detail, source, netMicros: shareOf(microsOf(unitPrice), units, 1, coin) }];
  });
};

const unitLines = (g: InvoiceInputs, coin: number): { readonly lines: NewLine[]; readonly unmeasured: string[] } => {
  const unmeasured = new Set<string>();
  const lines = g.assignments.flatMap((a) =>
    endedPeriods(a, g.versions, g).flatMap((ended) =>
      ended.terms.unitFees.flatMap((fee): NewLine[] => {
        const quantity = g.quantities.get(quantityKey(fee.item, ended.from)) ?? null;
        if (quantity !== null) return linesOfUnit(g, coin, a, ended, fee, quantity);
        unmeasured.add(fee.item);
        return [];
      }),
    ),
  );
  return { lines, unmeasured: [...unmeasured] };
};

const usageLines = (g: InvoiceInputs, coin: number): NewLine[] => {
  const names = new Map(g.assignments.map((a) => [a.planId, a.planName]));
  const several = new Set(g.usage.map((row) => row.planId)).size > 1;
  // Usage without cost and duration (internal, or too short to count) gets no line.
  const asked = g.usage.filter((row) => row.billedSeconds > 0 || toMicros(row.amount) !== 0);
  return asked.map((row): NewLine => {
    const detail = {
      ...{ direction: row.direction, group: row.destinationGroup, late: row.late, calls: row.calls },
      ...{ billedSeconds: row.billedSeconds, allowanceSeconds: row.allowanceSeconds },
      ...(several ? { planName: names.get(row.planId) ?? '' } : {}),
    };
    return { ...blank, kind: 'usage', detail, netMicros: toCoins(row.amount, coin) };
  });
};

const allowanceLines = (g: InvoiceInputs): NewLine[] =>
  g.assignments
    .filter((a) => a.validFrom.getTime() < g.to && (a.validUntil === null || a.validUntil.getTime() > g.from))
    .flatMap((a) =>
      allowancesOfPeriod(a, g.assignments, g.versions, g.uses, g.to).map(
        ({ name, kind, included, used, left }): NewLine => ({
          ...{ ...blank, kind: 'allowance', netMicros: 0 },
          detail: { name, unit: kind, included, used, left, planName: a.planName },
        }),
      ),
    );

/**
 * Returns credits of free usage that a plan grants per period, limited to the cost of its calls. On partial invoices, each grants what
 * earlier final ones left.
 */
const creditLines = (g: InvoiceInputs, coin: number): NewLine[] => {
  const unpaid = new Map<string, number>();
  for (const { planId, amount } of g.usage) unpaid.set(planId, (unpaid.get(planId) ?? 0) + toCoins(amount, coin));
  return g.assignments.flatMap((a) =>
    heldPeriods(a, g.versions, g).flatMap(({ period, terms }): NewLine[] => {
      const source = sourceOf(a, 'credit', period.firstDay);
      const granted = toCoins(terms.freeCredit, coin);
      const left = unpaid.get(a.planId) ?? 0;
      const taken = Math.min(granted + toMicros(g.asked.get(source) ?? '0'), left);
      if (taken <= 0) return [];
      unpaid.set(a.planId, left - taken);
      const detail = {
        planName: a.planName,
        granted: decimalOf(granted),
        from: period.firstDay,
        to: addDays(period.endDay, -1),
      };
      return [{ ...blank, kind: 'free_credit', detail, source, netMicros: -taken }];
    }),
  );
};

export const partOf = ({ kind, detail }: Pick<NewLine, 'kind' | 'detail'>): 'fees' | 'usage' =>
  kind === 'usage' || kind === 'free_credit' || (kind === 'discount' && detail['on'] === 'usage') ? 'usage' : 'fees';

/** Converts to ten-thousandths of a percent. */
export const percentOf = (decimal: string): number => Number(sumMicrosOf(decimal) / 100n);

const discountLines = ({ account }: InvoiceInputs, coin: number, lines: readonly NewLine[]): NewLine[] => {
  const percent = percentOf(account.discountPercent);
  if (percent === 0) return [];
  const parts = account.discountOn === 'all' ? (['fees', 'usage'] as const) : [account.discountOn];
  return parts.flatMap((on): NewLine[] => {
    const sum = lines.filter((line) => partOf(line) === on).reduce((total, line) => total + line.netMicros, 0);
    const netMicros = -shareOf(Math.max(0, sum), percent, 1_000_000, coin);
    if (netMicros === 0) return [];
    const detail = { on, percent: decimalOf(sumMicrosOf(account.discountPercent), 0), of: decimalOf(sum) };
    return [{ ...blank, kind: 'discount', detail, netMicros }];
  });
};

const ORDER: readonly NewLine['kind'][] = [
  ...(['setup', 'plan_fee', 'fee_credit', 'unit', 'usage', 'allowance', 'free_credit', 'discount'] as const),
  'adjustment',
];

/** Returns plans whose fee is charged for a period that ends after the invoice's. */
const beyondWindow = (g: InvoiceInputs, fees: readonly NewLine[]): readonly string[] => {
  const endDay = dayOf(g.to, g.timeZone);
  const beyond = fees.filter(
    ({ kind, detail }) => kind === 'plan_fee' && String(detail['from']) < endDay && String(detail['to']) >= endDay,
  );
  return [...new Set(beyond.map(({ detail }) => String(detail['planName'])))];
};

/**
 * Composes all lines. `manual`: lines that a user added. Returns also `unmeasured` (items that are not counted) and `beyond` (plans
 * whose fee covers days after the invoice).
 */
export const composeInvoice = (g: InvoiceInputs, manual: readonly NewLine[]) => {
  const coin = coinOf(g.currency);
  const planned = feeLines(g, coin);
  const known = new Set(planned.flatMap((line) => line.source ?? []));
  const fees = [...planned, ...endedFeeLines(g, known)].filter((line) => line.netMicros !== 0);
  const { lines: units, unmeasured } = unitLines(g, coin);
  const usage = usageLines(g, coin);
  const charged = [...fees, ...units, ...usage, ...creditLines(g, coin)];
  const lines = [...charged, ...allowanceLines(g), ...discountLines(g, coin, charged), ...manual];
  const ordered = ORDER.flatMap((kind) => lines.filter((line) => line.kind === kind));
  return { lines: ordered, unmeasured, beyond: beyondWindow(g, fees) };
};
