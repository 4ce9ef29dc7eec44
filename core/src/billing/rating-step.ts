// The rating steps of one call as data. Each view formats them. Amounts are decimal texts, exact or rounded to six digits.
import type { Timing } from './rate.ts';

export type RatingStep =
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'internal-free'; readonly rawSeconds: number }
  | { readonly kind: 'inbound-free'; readonly rawSeconds: number }
  | { readonly kind: 'emergency-free'; readonly rawSeconds: number }
  | {
      readonly kind: 'match';
      readonly digits: string;
      readonly prefix: string;
      readonly destinationName: string;
      readonly timing: Timing;
    }
  | { readonly kind: 'blocked'; readonly digits: string; readonly prefix: string; readonly destinationName: string }
  | { readonly kind: 'no-rate'; readonly digits: string; readonly policy: 'block' | 'zero' | 'default-rate' }
  | { readonly kind: 'whole-seconds'; readonly billsec: number; readonly rawSeconds: number }
  | { readonly kind: 'grace'; readonly rawSeconds: number; readonly graceSeconds: number }
  | {
      readonly kind: 'free-seconds';
      readonly rawSeconds: number;
      readonly freeSeconds: number;
      readonly chargeableSeconds: number;
    }
  | {
      readonly kind: 'increments';
      readonly chargeableSeconds: number;
      readonly initialSeconds: number;
      readonly incrementSeconds: number;
      /** Number of blocks after the first. */
      readonly increments: number;
      readonly billedSeconds: number;
    }
  | {
      readonly kind: 'allowance';
      readonly name: string;
      /** Before the call. `null` when not counted in seconds. */
      readonly leftSeconds: number | null;
      readonly takenSeconds: number;
      readonly paidSeconds: number;
    }
  | {
      readonly kind: 'usage';
      readonly ratePerMinute: string;
      readonly paidSeconds: number;
      readonly amount: string;
      /** False: `amount` is rounded to six digits for display. The calculation uses the exact value. */
      readonly exact: boolean;
    }
  | { readonly kind: 'connect-fee'; readonly connectFee: string; readonly waived: boolean }
  | { readonly kind: 'minimum'; readonly minCharge: string }
  | { readonly kind: 'maximum'; readonly maxCharge: string }
  | {
      readonly kind: 'round';
      readonly sum: string;
      readonly decimals: number;
      readonly mode: 'half_up' | 'up';
      readonly cost: string;
    };
