// The lines of an invoice: fees that are owed less those that were asked for already, usage, allowances, discounts. Asking
// twice, or for what was paid, cannot happen: a fee is what its plan says for all time, minus all papers.
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { decimalOf, microsOf, sumMicrosOf } from '@ringside/core/base/micros.ts';
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import { billingPeriodAt } from '@ringside/core/metrics/billing-period.ts';
import { planFees } from '@ringside/core/metrics/plan-fees.ts';
import { dayOf } from '@ringside/core/metrics/queue-today.ts';
import { addDays } from '@ringside/core/metrics/report-period.ts';
import { shareOf } from '@ringside/core/rating/share-of.ts';
import { unitCharge } from '@ringside/core/rating/unit-charge.ts';
import { allowancesOfPeriod } from './allowances-of-period.ts';
import { heldPlanOf } from './held-plan.ts';
import type { AccountTerms, NewLine, UsageSum } from './invoice-queries.ts';
import type { Assignment, StoredVersion } from './queries.ts';
import type { Use } from './use-queries.ts';
import { versionAt } from './version-at.ts';

type UnitItem = PlanTerms['unitFees'][number]['item'];

/** Everything that the lines follow from. Moments are epoch ms. */
export interface Grounds {
  readonly currency: string;
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  /** Where the first paper of the customer begins: what lies before it is not asked for. */
  readonly floor: number;
  /** Fees that fall due before it are asked for. */
  readonly feesUntil: number;
  readonly account: AccountTerms;
  /** Of the customer, in this currency. */
  readonly assignments: readonly Assignment[];
  readonly versions: readonly StoredVersion[];
  readonly uses: ReadonlyMap<string, Use>;
  readonly asked: ReadonlyMap<string, string>;
  readonly usage: readonly UsageSum[];
  /** The most at once, in a period; null: nobody counts it. */
  readonly quantities: ReadonlyMap<string, number | null>;
}

export const sourceOf = (a: Assignment, kind: string, of: string): string =>
  JSON.stringify([a.planId, a.validFrom.toISOString(), kind, of]);

export const quantityKey = (item: UnitItem, from: number): string => `${item} ${from}`;

/** Periods of a plan that are over within the window, each with its terms. */
export const endedPeriods = (
  a: Assignment,
  versions: readonly StoredVersion[],
  window: { from: number; to: number },
) => {
  const found = [];
  const end = a.validUntil?.getTime() ?? Infinity;
  // From the beginning: a period may be longer than the window.
  for (let at = a.validFrom.getTime(); at < Math.min(window.to, end);) {
    const { terms } = versionAt(versions, a.planId, at);
    const period = billingPeriodAt(at, terms.billingInterval, a.timezone, terms.intervalCount);
    const to = Math.min(period.to, end);
    if (to > window.from && to <= window.to) found.push({ period, terms, from: at, to });
    at = period.to;
  }
  return found;
};

const blank = { description: '', source: null, manual: false } as const;
const toMicros = (decimal: string): number => {
  const micros = Number(sumMicrosOf(decimal));
  if (!Number.isSafeInteger(micros)) throw new RangeError('A sum beyond nine thousand million');
  return micros;
};

/** Whole coins, half up, a credit as its charge. */
const toCoins = (decimal: string, coin: number): number => shareOf(toMicros(decimal), 1, 1, coin);

const feeLines = (g: Grounds, coin: number): NewLine[] =>
  g.assignments.flatMap((a) =>
    planFees(heldPlanOf(a, g.assignments, g.versions), { from: g.floor, to: g.feesUntil }).map((fee): NewLine => {
      const { terms } = versionAt(g.versions, a.planId, fee.at);
      const period = billingPeriodAt(fee.at, terms.billingInterval, a.timezone, terms.intervalCount);
      const first = fee.at <= period.from ? period.firstDay : dayOf(fee.at, a.timezone);
      const ends = a.validUntil !== null && a.validUntil.getTime() < period.to;
      const lastDay = ends ? addDays(dayOf(a.validUntil.getTime(), a.timezone), -1) : addDays(period.endDay, -1);
      // Of a period that begins where one of another length ended, the day that it is asked from.
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
          // A credit is for the days that were paid and are not had.
          from: due < 0 && ends ? addDays(lastDay, 1) : first,
          to,
        },
        source,
        netMicros: due,
      };
    }),
  );

/** Of fees that were asked for, and that no plan asks for any more: the plan ended before the period began. */
const endedFeeLines = (g: Grounds, known: ReadonlySet<string>): NewLine[] =>
  [...g.asked].flatMap(([source, net]): NewLine[] => {
    const [planId, validFrom, kind, day] = JSON.parse(source) as [string, string, string, string];
    const a = g.assignments.find((one) => one.planId === planId && one.validFrom.toISOString() === validFrom);
    const asked = toMicros(net);
    if (known.has(source) || kind !== 'fixed' || asked <= 0 || a === undefined) return [];
    const { terms } = versionAt(g.versions, planId, a.validFrom.getTime());
    const { endDay } = billingPeriodAt(
      Date.parse(`${day}T12:00:00Z`),
      terms.billingInterval,
      'UTC',
      terms.intervalCount,
    );
    const detail = { planName: a.planName, from: day, to: addDays(endDay, -1) };
    return [{ ...blank, kind: 'fee_credit', detail, source, netMicros: -asked }];
  });

type EndedPeriod = ReturnType<typeof endedPeriods>[number];

/** One for each price of the fee. `quantity`: the most at once in the period. */
const linesOfUnit = (
  g: Grounds,
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

const unitLines = (g: Grounds, coin: number): { readonly lines: NewLine[]; readonly unmeasured: string[] } => {
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

const usageLines = (g: Grounds, coin: number): NewLine[] => {
  const names = new Map(g.assignments.map((a) => [a.planId, a.planName]));
  const several = new Set(g.usage.map((row) => row.planId)).size > 1;
  // What is free altogether (within the house, or too short to count) makes no line.
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

const allowanceLines = (g: Grounds): NewLine[] =>
  g.assignments
    .filter((a) => a.validFrom.getTime() < g.to && (a.validUntil === null || a.validUntil.getTime() > g.from))
    .flatMap((a) =>
      allowancesOfPeriod(a, g.versions, g.uses, g.to).map(({ name, kind, included, used, left }): NewLine => ({
        ...{ ...blank, kind: 'allowance', netMicros: 0 },
        detail: { name, unit: kind, included, used, left, planName: a.planName },
      })),
    );

/** Money that a plan gives in each period, for calls of that plan, as far as they cost it. */
const creditLines = (g: Grounds, coin: number, usage: readonly NewLine[]): NewLine[] => {
  let left = usage.reduce((sum, line) => sum + line.netMicros, 0);
  return g.assignments.flatMap((a) =>
    endedPeriods(a, g.versions, g).flatMap(({ period, terms }): NewLine[] => {
      const granted = toCoins(terms.freeCredit, coin);
      const taken = Math.min(granted, left);
      if (taken <= 0) return [];
      left -= taken;
      const detail = {
        planName: a.planName,
        granted: decimalOf(granted),
        from: period.firstDay,
        to: addDays(period.endDay, -1),
      };
      return [{ ...blank, kind: 'free_credit', detail, netMicros: -taken }];
    }),
  );
};

export const partOf = ({ kind, detail }: Pick<NewLine, 'kind' | 'detail'>): 'fees' | 'usage' =>
  kind === 'usage' || kind === 'free_credit' || (kind === 'discount' && detail['on'] === 'usage') ? 'usage' : 'fees';

/** Ten-thousandths of a percent. */
export const percentOf = (decimal: string): number => Number(sumMicrosOf(decimal) / 100n);

const discountLines = ({ account }: Grounds, coin: number, lines: readonly NewLine[]): NewLine[] => {
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

/** `manual`: lines that a person added. `unmeasured`: items of the plan that nobody counts. */
export const composeInvoice = (g: Grounds, manual: readonly NewLine[]) => {
  const coin = coinOf(g.currency);
  const planned = feeLines(g, coin);
  const known = new Set(planned.flatMap((line) => line.source ?? []));
  const fees = [...planned, ...endedFeeLines(g, known)].filter((line) => line.netMicros !== 0);
  const { lines: units, unmeasured } = unitLines(g, coin);
  const usage = usageLines(g, coin);
  const charged = [...fees, ...units, ...usage, ...creditLines(g, coin, usage)];
  const lines = [...charged, ...allowanceLines(g), ...discountLines(g, coin, charged), ...manual];
  const ordered = ORDER.flatMap((kind) => lines.filter((line) => line.kind === kind));
  return { lines: ordered, unmeasured };
};
