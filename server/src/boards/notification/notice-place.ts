// Notifies a user of a sign-in from a new device or place.
import { browserOf } from '@ringside/core/base/browser-of.ts';
import type { Origin } from '../../platform/caller/caller.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { isNewPlace } from './queries.ts';

/** Returns the leading part of an address: IPv4 /24 or IPv6 /48. A household or company usually changes address only within it. */
export const networkOf = (ip: string): string => {
  const v4 = /(?:^|^::ffff:)(\d+\.\d+\.\d+)\.\d+$/i.exec(ip)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const whole = [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail ? tail.split(':') : [])];
  return whole.slice(0, 3).join(':');
};

export const noticePlace = async (deps: NotifyDeps, userId: string, origin: Omit<Origin, 'language'>) => {
  const device = browserOf(origin.userAgent);
  const place = { network: networkOf(origin.ip), device };
  if (!(await isNewPlace(deps.db, userId, place, new Date(deps.now())))) return;
  const params = { ip: origin.ip.slice(0, 64), device };
  await notify(deps, { kind: 'new-sign-in', params, to: { kind: 'user', userId } });
};
