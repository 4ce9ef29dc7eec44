// What an entry of the audit trail may tell: fields of records, and facts beside them.
import type { z } from 'zod';

/** What an entry does not show of a record: bookkeeping, looks, and what is reckoned from other fields and other rows. */
export const UNAUDITED: ReadonlySet<string> = new Set([
  ...['search', 'createdAt', 'updatedAt', 'version', 'passwordHash', 'passwordChangedAt'],
  ...['lastLoginAt', 'lastLoginIp', 'invitedBy', 'avatar', 'theme'],
  ...[
    'limits',
    'withBelow',
    'recordingMb',
    'recordingFull',
    'linkSince',
    'lastEventAt',
    'problems',
    'holders',
    'ringsIn',
  ],
  ...['capabilities', 'modules', 'offRuleId'],
]);
export const isAudited = (field: string): boolean =>
  !UNAUDITED.has(field) && (!field.endsWith('Count') || field === 'intervalCount');

interface Def {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** Names of the fields that a value may have, at any depth. */
const namesIn = (schema: z.core.$ZodType): readonly string[] => {
  const def = schema._zod.def as unknown as Def;
  const below = [def.innerType, def.element, def.in, ...(def.options ?? [])].filter((s) => s !== undefined);
  return [
    ...below.flatMap(namesIn),
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [name, ...namesIn(field)]),
  ];
};

/** Of a resource: what its records have, and what is only written. */
export const auditedFields = (resource: {
  readonly row: z.ZodObject;
  readonly create: z.ZodObject;
  readonly update: z.ZodObject;
}): readonly string[] => {
  const whole = [resource.row, resource.create, resource.update].flatMap((schema) =>
    Object.entries(schema.shape).filter(([name]) => isAudited(name)),
  );
  return [...new Set(whole.flatMap(([name, field]) => [name, ...namesIn(field as z.core.$ZodType)]))];
};

/**
 * Facts beside the fields of a record, AMI's own names with a small first letter (`Queue` is `queue`). A test of the server
 * finds what is told and not named here; one of the pages finds what has no words.
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
  ...['driver', 'port', 'tls', 'checkMinutes'],
] as const;

/** Whether its readers have words for it. */
export const isKnownFact = (name: string): boolean => KNOWN.has(name.slice(0, 1).toLowerCase() + name.slice(1));
const KNOWN: ReadonlySet<string> = new Set(AUDIT_FACTS);
