// Finds configurations of a PBX server that block emergency calls or make an extension undialable.
import { sql } from 'kysely';
import { emergencyNumbers } from '@ringside/core/routing/emergency-numbers.ts';
import type { EmergencyGap } from '@ringside/core/contract/pbx/provisioning.ts';
import { dialledRows } from '../../../platform/db/rows/dialled-rows.ts';
import type { Db } from '../../../platform/db/connect.ts';

interface Home {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly hasTrunk: boolean;
  /** Extensions of all its objects on the PBX server. */
  readonly extensions: readonly string[];
}

/** Returns customers with lines but without a trunk for emergency calls, and extensions that equal an emergency number. */
export const emergencyGaps = async (db: Db, serverId: number): Promise<readonly EmergencyGap[]> => {
  const { rows } = await sql<Home>`
    select c.id, c.name, c.country,
      exists (select 1 from trunks t where t.server_id = ${serverId} and t.enabled
        and (t.customer_id is null or t.customer_id = c.id)) as has_trunk,
      (select coalesce(jsonb_agg(distinct x.extension), '[]') from ${dialledRows()} as x
        where x.customer_id = c.id and x.server_id = ${serverId} and length(x.extension) between 2 and 6) as extensions
    from customers c
    where c.status <> 'terminated'
      and exists (select 1 from subscribers s where s.customer_id = c.id and s.server_id = ${serverId})
    order by c.name, c.id`.execute(db);
  return rows.flatMap(({ id: customerId, name: customerName, country, hasTrunk, extensions }): EmergencyGap[] => {
    const numbers = emergencyNumbers(country);
    const taken = numbers.filter((number) => extensions.includes(number));
    return [
      ...(hasTrunk ? [] : [{ code: 'no-trunk' as const, customerId, customerName, numbers: [...numbers] }]),
      ...(taken.length === 0 ? [] : [{ code: 'extension' as const, customerId, customerName, numbers: taken }]),
    ];
  });
};
