// Defines the commands of `npx ringside`: their options, dependencies and results.
import { z } from 'zod';
import { BUILT_IN_ROLES } from '@ringside/core/contract/access/built-in-roles.ts';
import { PATTERNS } from '@ringside/core/contract/text.ts';
import { NewPassword } from '@ringside/core/contract/access/user.ts';
import type { Config } from '../platform/config/config.ts';
import type { Db } from '../platform/db/connect.ts';
import type { SessionStore } from '../platform/sessions/store.ts';

export interface CommandCall {
  readonly command: string;
  readonly options: Readonly<Record<string, string>>;
}

/** `lines` are printed on the terminal: results or errors. */
export interface CommandResult {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

export interface CommandDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'defaultCountry'>;
  readonly sessions: Pick<SessionStore, 'endOfUser'>;
  publicUrl(): string;
  /** PostgreSQL connection URL. Absent with the embedded database. */
  readonly databaseUrl?: string;
  /** Returns the current queue members of a PBX server, in a console that is connected to it. */
  membersOf?(serverId: number): readonly { readonly name: string; readonly interface: string }[] | null;
  /** Prints the progress of a long command on the terminal. */
  progress?(line: string): void;
}

const ROLE_NAMES = BUILT_IN_ROLES.map((role) => role.name);

export const CreateOptions = z.object({
  username: z.string().regex(PATTERNS.username, 'is required: letters, digits and . _ @ + -, up to 64'),
  role: z.enum(ROLE_NAMES, { error: `should be one of ${ROLE_NAMES.join(', ')}` }).default('administrator'),
  email: z.string().max(254).regex(PATTERNS.email, 'should be an e-mail address').default(''),
  firstname: z.string().max(128).default(''),
  lastname: z.string().max(128).default(''),
  language: z.enum(['en', 'es', 'fr', 'he']).default('en'),
  customer: z.string().optional(),
  callcenters: z.string().optional(),
  password: NewPassword.optional(),
});
export type CreateOptions = z.output<typeof CreateOptions>;
