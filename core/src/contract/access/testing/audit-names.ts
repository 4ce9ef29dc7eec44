// All names in audit entries: fields of records and additional facts. Tests check that each has a label.
import type { z } from 'zod';
import { isAudited } from '../audit-facts.ts';

interface Def {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** Returns the names of a value's fields, at any depth. */
const namesIn = (schema: z.core.$ZodType): readonly string[] => {
  const def: Def = schema._zod.def;
  const below = [def.innerType, def.element, def.in, ...(def.options ?? [])].filter((s) => s !== undefined);
  return [
    ...below.flatMap(namesIn),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...namesIn(field)]),
  ];
};

/** Returns the fields of a resource's audit entries: those of its records, and write-only ones. */
export const auditedFields = (resource: {
  readonly row: z.ZodObject;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
}): readonly string[] => {
  const whole = [resource.row, resource.create, resource.update].flatMap((schema) =>
    Object.entries(schema.shape).filter(([name]) => isAudited(name)),
  );
  return [...new Set(whole.flatMap(([name, field]) => [name, ...namesIn(field)]))];
};

/**
 * Audit facts that are not fields of a record: AMI header names in camel case (`Queue` is `queue`). A server test finds facts that
 * are missing here, and a web test finds facts without a label.
 */
export const AUDIT_FACTS = [
  ...['customerId', 'serverId', 'queue', 'name', 'description', 'kind', 'number'],
  ...['label', 'language', 'country', 'phone', 'email', 'website', 'address'],
  ...['timeZone', 'secret', 'voicemailPin', 'username', 'action', 'hasLogo', 'destination'],
  ...['from', 'to', 'penalty', 'position', 'member', 'movedTo', 'recordings'],
  ...['pbxFolder', 'mayDelete', 'bucket', 'prefix', 'provisioning', 'provisioningSecret', 'runId'],
  ...['import', 'fileName', 'dryRun', 'plan', 'planId', 'terms', 'validFrom'],
  ...['calls', 'direction', 'destinationGroup', 'destinationName', 'priority', 'connectFee', 'ratePerMinute'],
  ...['initialSeconds', 'incrementSeconds', 'freeSeconds', 'graceSeconds', 'minCharge', 'maxCharge', 'timing'],
  ...['blocked', 'effectiveFrom', 'effectiveUntil', 'device', 'added', 'changed', 'unchanged'],
  ...['created', 'amount', 'currency', 'reference', 'invoice', 'lineId', 'quantity'],
  ...['notes', 'note', 'firstDay', 'lastDay', 'legalName', 'taxId', 'paymentDetails'],
  ...['footer', 'invoicePrefix', 'creditPrefix', 'numberDigits', 'lastInvoice', 'lastCredit', 'isDefault'],
  ...['issuerId', 'scheduled', 'sendInvoices', 'feesInAdvance', 'paymentTermsDays', 'taxProfileId', 'taxes'],
  ...['rates', 'percent', 'appliesTo', 'compound', 'discountPercent', 'discountOn', 'billingMethod'],
  ...[
    'invoiceInterval',
    'invoiceDay',
    'creditLimit',
    'lowBalanceThreshold',
    'dailySpendLimit',
    'monthlySpendLimit',
    'spendAction',
  ],
  ...['spendNotifyEmail', 'report', 'format', 'table', 'columns', 'rows', 'q'],
  ...['filters', 'groupBy', 'interface', 'interfaces', 'every', 'onDay', 'clock'],
  ...['recipients', 'paused', 'startAt', 'source', 'download', 'held', 'reason'],
  ...['before', 'queueCallers', 'deletedAt', 'deletedBy', 'cidrs', 'expiresAt', 'link'],
  ...['count', 'passkeys', 'channel', 'caller', 'memberName', 'stateInterface', 'fromQueue'],
  ...['toQueue', 'exten', 'context', 'cause', 'immediate', 'withdrawInfo', 'outcome'],
  ...['message', 'confirmed', 'space', 'announced', 'leftMembers', 'hours', 'order'],
  ...['sort', 'page', 'perPage', 'set', 'intoInterface', 'intoName', 'facts'],
  ...['file', 'linkedid'],
  ...['driver', 'port', 'tls', 'checkMinutes', 'names', 'customer'],
] as const;

const KNOWN: ReadonlySet<string> = new Set(AUDIT_FACTS);

/** Whether the fact has a label. */
export const isKnownFact = (name: string): boolean => KNOWN.has(name.slice(0, 1).toLowerCase() + name.slice(1));
