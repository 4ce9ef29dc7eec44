// The customers of the month.
import type { Zone } from './zones.ts';

export type Code = 'quay' | 'mirpeset' | 'harbour';

export interface Tenant {
  readonly code: Code;
  /** Time zone of the customer. */
  readonly zone: Zone;
  readonly country: string;
  /** Time zones of the PBX servers with subscribers of the customer. */
  readonly pbxs: readonly Zone[];
  /** Numbers to call, in international format. Each x is a random digit. */
  readonly calls: readonly string[];
  /** Prefixes of the customer's country: in international format, and before the national number. */
  readonly home: readonly [international: string, national: string];
  readonly dids: readonly string[];
  /** Emergency numbers of the country. */
  readonly emergency: readonly string[];
}

export const TENANTS: readonly Tenant[] = [
  {
    ...{ code: 'quay', zone: 'Europe/London', country: 'GB', pbxs: ['Europe/London'], home: ['44', '0'] },
    calls: [
      '4420xxxxxxxx',
      '4420xxxxxxxx',
      '447xxxxxxxxx',
      '447xxxxxxxxx',
      '4487xxxxxxxx',
      '1212xxxxxxx',
      '331xxxxxxxx',
    ],
    dids: ['+442079460101', '+448001111222'],
    emergency: ['112', '999'],
  },
  {
    ...{ code: 'mirpeset', zone: 'Asia/Jerusalem', country: 'IL', home: ['972', '0'] },
    pbxs: ['Europe/London', 'Australia/Sydney'],
    calls: ['9723xxxxxxx', '9725xxxxxxxx', '9725xxxxxxxx', '4420xxxxxxxx', '1212xxxxxxx'],
    dids: ['+97231234567', '+9721800123456'],
    emergency: ['100', '101', '102', '112'],
  },
  {
    ...{ code: 'harbour', zone: 'Australia/Sydney', country: 'AU', pbxs: ['Australia/Sydney'], home: ['61', '0'] },
    calls: ['612xxxxxxxx', '614xxxxxxxx', '643xxxxxxx', '1212xxxxxxx'],
    dids: ['+61255501234'],
    emergency: ['000'],
  },
];
