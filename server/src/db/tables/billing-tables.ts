// Plans and their rates.
import type { Generated } from 'kysely';
import type { PlanTerms } from '@ringside/core/contract/plan-terms.ts';
import type { Json, MadeTimestamp, Stamped, Timestamp } from './columns.ts';

interface PlansTable extends Stamped {
  id: string;
  name: string;
  description: string;
  status: string;
  currency: string;
  purpose: Generated<string>;
}

/** Trunks whose calls a plan of a carrier is the cost of. */
interface PlanCarriersTable {
  id: string;
  planId: string;
  serverId: number;
  /** `PJSIP/trunk.acme`. */
  device: string;
  createdBy: string;
  createdAt: MadeTimestamp;
}

interface PlanVersionsTable {
  planId: string;
  number: number;
  /** null: a draft. */
  validFrom: Timestamp | null;
  terms: Json<PlanTerms>;
  createdBy: string;
  createdAt: MadeTimestamp;
}

interface CustomerPlansTable {
  id: string;
  customerId: string;
  planId: string;
  validFrom: Timestamp;
  validUntil: Timestamp | null;
  createdBy: string;
  createdAt: MadeTimestamp;
}

/** Amounts are decimal texts of six digits. */
interface RatesTable {
  id: string;
  planId: string;
  direction: string;
  prefix: string;
  timing: string;
  destinationName: string;
  destinationGroup: string;
  connectFee: string;
  ratePerMinute: string;
  initialSeconds: number;
  incrementSeconds: number;
  freeSeconds: number;
  graceSeconds: number;
  minCharge: string | null;
  maxCharge: string | null;
  blocked: boolean;
  effectiveFrom: Timestamp;
  effectiveUntil: Timestamp | null;
  version: Generated<number>;
}

export interface BillingTables {
  plans: PlansTable;
  planVersions: PlanVersionsTable;
  customerPlans: CustomerPlansTable;
  planCarriers: PlanCarriersTable;
  rates: RatesTable;
}
