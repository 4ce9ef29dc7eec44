// The whole configuration of a PBX as files and tables, whichever of its two drivers has it.
import { createHash } from 'node:crypto';
import type { PbxDriver } from '@ringside/core/base/pbx-drivers.ts';
import type { ConfigFile, ConfigSection } from '@ringside/core/pbx/config-file.ts';
import { placedBy, TABLES } from '@ringside/core/pbx/realtime-tables.ts';
import { renderPbx } from '@ringside/core/pbx/render.ts';
import type { RenderedPbx } from '@ringside/core/pbx/render.ts';
import type { WantedPbx } from '@ringside/core/pbx/wanted.ts';

/** The realm that Asterisk challenges with where nobody says another. */
const REALM = 'asterisk';

/** A table holds what proves a password (RFC 2617's A1), not the password: the console keeps that one sealed. */
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

/** `files`: as rendered, or as an earlier run of either driver kept them. */
export const placeFiles = (driver: PbxDriver, files: readonly ConfigFile[]): readonly ConfigFile[] =>
  placedBy(driver, files).map((file) =>
    file.name === TABLES.auths ? { ...file, sections: file.sections.map(hashed) } : file,
  );

export const renderPlaced = (wanted: WantedPbx, driver: PbxDriver): RenderedPbx => {
  const { files, refused } = renderPbx(wanted);
  return { files: placeFiles(driver, files), refused };
};
