// Database queries of the call commands: the user's phones, the dial rules and the customer's settings.
import { dialVerdict, type AclSubject } from '@ringside/core/access/acl.ts';
import type { Supervision } from '@ringside/core/contract/customers/customer.ts';
import { formatNumber } from '@ringside/core/base/phone.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import { readRules } from '../../platform/sessions/rule-queries.ts';

/** A line that can ring: `PJSIP/<device>`. */
export interface OwnPhone {
  readonly extension: string;
  readonly device: string;
  /** Name of the line; `''` for an unassigned device. */
  readonly name: string;
}

export interface Phones {
  /** Returns the user's active lines on the server, lowest extension first. */
  ownPhones(userId: string, serverId: number): Promise<readonly OwnPhone[]>;
  /** Returns the customer's code, supervision policy and whether its recording quota is used up; `null` for an unknown customer. */
  customer(customerId: string): Promise<{
    readonly code: string;
    readonly supervision: Supervision;
    readonly recordingFull: boolean;
  } | null>;
  /** Returns the recording folder of the PBX, such as `/var/spool/asterisk/recording/`, or `''` for the default folder of Asterisk. */
  recordingFolder(serverId: number): Promise<string>;
  /** Returns the contexts of the PBX's own dialplan that belong to the customer. */
  contexts(customerId: string, serverId: number): Promise<readonly string[]>;
  /** Returns whether the number is a line or queue number of the customer on the server. */
  isExtension(customerId: string, serverId: number, number: string): Promise<boolean>;
  /** Returns whether the dial rules let the caller dial the number for this customer. */
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
  contexts: async (customerId, serverId) => {
    const rows = await db
      .selectFrom('pbxNames')
      .select('name')
      .where('customerId', '=', customerId)
      .where('serverId', '=', serverId)
      .where('kind', '=', 'context')
      .orderBy('name')
      .execute();
    return rows.map(({ name }) => name);
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
    // Checks the number as typed and in E.164 format, so that a rule applies to every notation.
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
