// Three customers by code, with lines such as `PJSIP/acme-101` and queues such as `acme-sales`. All other devices are trunks.
import type { CallOwnership } from '../call-parties.ts';

const CODES: ReadonlySet<string> = new Set(['acme', 'globex', 'newco', 'other']);
const ofTenant = (code: string): string | null => (CODES.has(code) ? code : null);
const ofDevice = (device: string): string | null => ofTenant(/\/([a-z]+)-\d+$/.exec(device)?.[1] ?? '');

export const ownership: CallOwnership = {
  ofDevice,
  ofTenant,
  ofLeg: (leg) => ofTenant(leg.accountCode),
  ofQueue: (queue) => ofTenant(queue.split('-')[0] ?? ''),
  isLine: (device) => ofDevice(device) !== null,
};
