// What the commands on calls ask the database: whose phone it is, what may be dialled, what the customer allows.
import { dialVerdict, type AclSubject } from '@ringside/core/access/acl.ts';
import type { Supervision } from '@ringside/core/contract/customers.ts';
import { formatNumber } from '@ringside/core/format/phone.ts';
import type { Db } from '../db/connect.ts';
import type { Caller } from '../http/context.ts';
import { readRules } from '../sessions/rule-queries.ts';

/** A line that can be rung: `PJSIP/<device>`. */
export interface OwnPhone {
  readonly extension: string;
  readonly device: string;
  /** As the line is called; '' of a device that is nobody's. */
  readonly name: string;
}

export interface Phones {
  /** Lines of the user on the server, in use, lowest extension first. */
  ownPhones(userId: string, serverId: number): Promise<readonly OwnPhone[]>;
  /** How the customer wants its calls supervised, and its code; null for an unknown customer. */
  customer(customerId: string): Promise<{
    readonly code: string;
    readonly supervision: Supervision;
    readonly recordingFull: boolean;
  } | null>;
  /** Where the PBX is to put a recording: `/var/spool/asterisk/recording/`, or '' for the folder of its own choice. */
  recordingFolder(serverId: number): Promise<string>;
  /** Whether it is a line or queue number of the customer on the server. */
  isExtension(customerId: string, serverId: number, number: string): Promise<boolean>;
  /** Whether the dial rules let the caller reach the number for this customer. */
  mayDial(caller: Caller, customerId: string | null, number: string): Promise<boolean>;
}

const subjectOf = async (db: Db, caller: Caller, customerId: string | null): Promise<AclSubject> => {
  const user = await db.selectFrom('users').select('roleId').where('id', '=', caller.userId).executeTakeFirst();
  const apiKeyId = caller.apiKey ? caller.sessionId : null;
  const lines = await db
    .selectFrom('subscribers')
    .select('id')
    .where('userId', '=', caller.userId)
    .where('customerId', '=', customerId)
    .execute();
  const subscriberIds = lines.map(({ id }) => id);
  return { userId: caller.userId, customerId, roleId: user?.roleId ?? '', apiKeyId, subscriberIds };
};

const countryOf = async (db: Db, customerId: string): Promise<string | null> =>
  (await db.selectFrom('customers').select('country').where('id', '=', customerId).executeTakeFirst())?.country ?? null;

export const createPhones = (db: Db, now: () => number): Phones => ({
  ownPhones: async (userId, serverId) => {
    const rows = await db
      .selectFrom('subscribers as s')
      .innerJoin('customers as c', 'c.id', 's.customerId')
      .select(['s.extension', 's.name', 'c.code'])
      .where('s.userId', '=', userId)
      .where('s.serverId', '=', serverId)
      .where('s.status', '=', 'active')
      .orderBy('s.extension')
      .execute();
    return rows.map(({ extension, name, code }) => ({ extension, name, device: `PJSIP/${code}-${extension}` }));
  },
  customer: async (customerId) =>
    (await db
      .selectFrom('customers')
      .select(['code', 'supervision', 'recordingFull'])
      .where('id', '=', customerId)
      .executeTakeFirst()) ?? null,
  recordingFolder: async (serverId) => {
    const row = await db
      .selectFrom('recordingSources')
      .select('pbxFolder')
      .where('serverId', '=', serverId)
      .executeTakeFirst();
    return row === undefined || row.pbxFolder === '' ? '' : `${row.pbxFolder.replace(/\/+$/, '')}/`;
  },
  isExtension: async (customerId, serverId, number) => {
    const row = await db
      .selectFrom('subscribers')
      .select('id')
      .where('customerId', '=', customerId)
      .where('serverId', '=', serverId)
      .where('extension', '=', number)
      .executeTakeFirst();
    return row !== undefined;
  },
  mayDial: async (caller, customerId, number) => {
    const rules = await readRules(db, customerId);
    const subject = await subjectOf(db, caller, customerId);
    const country = customerId === null ? null : await countryOf(db, customerId);
    // A rule is about a number, however it is typed: as it stands, and as the world writes it.
    const forms = new Set([
      number,
      number.replace(/^00/, '+'),
      formatNumber(number, country).number.replaceAll(/[^+0-9*#]/g, ''),
    ]);
    const verdicts = [...forms].map((form) => dialVerdict(rules, subject, form, now()));
    if (verdicts.some((verdict) => !verdict.allowed && verdict.rule !== null)) return false;
    return verdicts.some((verdict) => verdict.allowed);
  },
});
