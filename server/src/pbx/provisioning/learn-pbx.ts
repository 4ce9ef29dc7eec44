// Reads and stores facts that the provisioning login learns from a PBX: its transports and its modules.
import type { PbxTransport } from '@ringside/core/pbx/options/line-transports.ts';
import type { ConfigLink } from '../ami/config-link.ts';
import { ConfigRefused } from '../ami/config-refused.ts';
import type { Db } from '../../platform/db/connect.ts';

/** Returns `null` if the PBX was never asked. */
export const readTransports = async (db: Db, serverId: number): Promise<readonly PbxTransport[] | null> => {
  const row = await db
    .selectFrom('provisioning')
    .select('transports')
    .where('serverId', '=', serverId)
    .executeTakeFirst();
  return row?.transports ?? null;
};

const textOf = (transports: readonly PbxTransport[]): string =>
  JSON.stringify(transports.map(({ name, kind }) => [name, kind]));

/** Modules that the console uses with either driver. Modules for the database driver are checked with its lines. */
const MODULES = [
  'app_queue.so',
  'res_pjsip.so',
  'res_pjsip_transport_websocket.so',
  'pbx_config.so',
  'app_voicemail.so',
  'app_mixmonitor.so',
  'app_chanspy.so',
  'res_parking.so',
  'res_musiconhold.so',
  'res_http_media_cache.so',
  'res_curl.so',
  'cdr_manager.so',
] as const;

/** Whether each module is loaded, by name; `null` if never asked or the login lacks class `system`. */
type Modules = Readonly<Record<string, boolean>> | null;

/** Returns `null` if the login lacks class `system`. Writing reports the missing class itself if needed. */
const readModules = async (link: Pick<ConfigLink, 'hasModule'>): Promise<Modules> => {
  try {
    const loaded = await Promise.all(MODULES.map((module) => link.hasModule(module)));
    return Object.fromEntries(MODULES.map((module, i) => [module.replace('.so', ''), loaded[i] === true]));
  } catch (error) {
    if (error instanceof ConfigRefused) return null;
    throw error;
  }
};

const sameModules = (a: Modules, b: Modules): boolean =>
  a === b || (a !== null && b !== null && Object.keys(a).every((module) => a[module] === b[module]));

/** Reads the modules and stores them if they changed. */
export const learnModules = async (db: Db, link: Pick<ConfigLink, 'hasModule'>, serverId: number): Promise<void> => {
  const modules = await readModules(link);
  const row = await db.selectFrom('provisioning').select('modules').where('serverId', '=', serverId).executeTakeFirst();
  if (row === undefined || sameModules(modules, row.modules)) return;
  await db
    .updateTable('provisioning')
    .set({ modules: modules === null ? null : JSON.stringify(modules) })
    .where('serverId', '=', serverId)
    .execute();
};

/** Reads the transports and stores them. Returns whether they changed. */
export const learnTransports = async (
  db: Db,
  link: Pick<ConfigLink, 'transports'>,
  serverId: number,
): Promise<boolean> => {
  const current = await link.transports();
  const before = await readTransports(db, serverId);
  if (before !== null && textOf(before) === textOf(current)) return false;
  await db
    .updateTable('provisioning')
    .set({ transports: JSON.stringify(current) })
    .where('serverId', '=', serverId)
    .execute();
  return true;
};
