// A sign-in from a device and place that the user has not used before is told to him.
import { browserOf } from '@ringside/core/format/browser-of.ts';
import type { Origin } from '../http/context.ts';
import { networkOf } from './network-of.ts';
import { notify } from './notify.ts';
import type { NotifyDeps } from './notify.ts';
import { isNewPlace } from './queries.ts';

export const noticePlace = async (deps: NotifyDeps, userId: string, origin: Omit<Origin, 'language'>) => {
  const device = browserOf(origin.userAgent);
  const place = { network: networkOf(origin.ip), device };
  if (!(await isNewPlace(deps.db, userId, place, new Date(deps.now())))) return;
  const params = { ip: origin.ip.slice(0, 64), device };
  await notify(deps, { kind: 'new-sign-in', params, to: { kind: 'user', userId } });
};
