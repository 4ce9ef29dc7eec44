// Renders the complete configuration of a PBX as files and tables, for either driver.
import { createHash } from 'node:crypto';
import type { PbxDriver } from '@ringside/core/pbx/options/pbx-drivers.ts';
import type { ConfigFile, ConfigSection } from '@ringside/core/asterisk/config-file.ts';
import { placedBy, TABLES } from '@ringside/core/pbx/realtime-tables.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import type { WantedPbx } from '@ringside/core/pbx/wanted.ts';

/** Asterisk's default realm. */
const REALM = 'asterisk';

/** Replaces the password by its digest (A1 of RFC 2617), because the console stores passwords only encrypted. */
const hashed = (auth: ConfigSection): ConfigSection => {
  const value = (name: string): string => auth.lines.find((each) => each.name === name)?.value ?? '';
  if (value('password') === '') return auth;
  const digest = createHash('md5')
    .update(`${value('username')}:${REALM}:${value('password')}`)
    .digest('hex');
  const options = {
    type: 'auth',
    auth_type: 'md5',
    username: value('username'),
    realm: REALM,
    md5_cred: digest,
  };
  return {
    name: auth.name,
    lines: Object.entries(options).map(([name, each]) => ({ name, value: each, object: false })),
  };
};

/** Places files for the driver. `files`: as rendered, or as an earlier run of either driver stored them. */
export const placeFiles = (driver: PbxDriver, files: readonly ConfigFile[]): readonly ConfigFile[] =>
  placedBy(driver, files).map((file) =>
    file.name === TABLES.auths ? { ...file, sections: file.sections.map(hashed) } : file,
  );

export const renderPlaced = (wanted: WantedPbx, driver: PbxDriver): RenderedPbx => {
  const { files, refused } = renderPbx(wanted);
  return { files: placeFiles(driver, files), refused };
};
