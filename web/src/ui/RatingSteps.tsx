import { useTranslation } from 'react-i18next';
import { useMoney } from './use-money.ts';

/** One step of a rating. Amounts are decimal texts in the plan's currency. */
type RatingStep = { readonly kind: string } & Readonly<Record<string, string | number | boolean | null>>;

const KINDS = [
  'unanswered',
  'no-customer',
  'no-longer-kept',
  'no-plan',
  'beyond-price',
  'internal-free',
  'inbound-free',
  'emergency-free',
  'carrier-inbound-free',
  'match',
  'blocked',
  'no-rate',
  'whole-seconds',
  'grace',
  'free-seconds',
  'increments',
  'allowance',
  'usage',
  'connect-fee',
  'waived',
  'minimum',
  'maximum',
  'round',
] as const;
type Kind = (typeof KINDS)[number];
const kindOf = (step: RatingStep): Kind => (step['waived'] === true ? 'waived' : (step.kind as Kind));
/** Variables of all step texts. */
type Name =
  | 'digits'
  | 'prefix'
  | 'destinationName'
  | 'billsec'
  | 'rawSeconds'
  | 'graceSeconds'
  | 'freeSeconds'
  | 'chargeableSeconds'
  | 'initialSeconds'
  | 'incrementSeconds'
  | 'increments'
  | 'billedSeconds'
  | 'name'
  | 'takenSeconds'
  | 'leftSeconds'
  | 'paidSeconds'
  | 'ratePerMinute'
  | 'amount'
  | 'connectFee'
  | 'minCharge'
  | 'maxCharge'
  | 'sum'
  | 'decimals'
  | 'cost';
const AMOUNTS = new Set<string>(['ratePerMinute', 'amount', 'connectFee', 'minCharge', 'maxCharge', 'sum', 'cost']);

interface Props {
  readonly steps: readonly RatingStep[];
  readonly currency: string;
}

/** Explains a price, one sentence per step. */
export function RatingSteps({ steps, currency }: Props) {
  const { t } = useTranslation('plan');
  const money = useMoney(currency);
  // Isolates values, so that a number keeps its direction inside right-to-left text.
  const word = (name: string, value: string | number | boolean | null): string =>
    `\u2068${AMOUNTS.has(name) ? money(String(value)) : String(value ?? '–')}\u2069`;
  const values = (step: RatingStep) =>
    Object.fromEntries(Object.entries(step).map(([name, value]) => [name, word(name, value)])) as Record<Name, string>;
  return (
    <ol>
      {steps.map((step, i) => (
        // oxlint-disable-next-line no-array-index-key -- the steps of one answer never move
        <li key={i}>{t(`steps.${kindOf(step)}`, values(step))}</li>
      ))}
    </ol>
  );
}
