// A command of `npx ringside`: what it is asked, what it needs, what it answers.
import { z } from 'zod';
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import { PATTERNS } from '@ringside/core/contract/text.ts';
import { NewPassword } from '@ringside/core/contract/users.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import type { SessionStore } from '../sessions/store.ts';

export interface CommandCall {
  readonly command: string;
  readonly options: Readonly<Record<string, string>>;
}

/** `lines` for the terminal: results, or what was wrong. */
export interface CommandResult {
  readonly ok: boolean;
  readonly lines: readonly string[];
}

export interface CommandDeps {
  readonly db: Db;
  readonly config: Pick<Config, 'defaultCountry'>;
  readonly sessions: Pick<SessionStore, 'endOfUser'>;
  publicUrl(): string;
  /** `postgres://…`; absent with the embedded database. */
  readonly databaseUrl?: string;
  /** Memberships of a PBX now, in a console that sees it. */
  membersOf?(serverId: number): readonly { readonly name: string; readonly interface: string }[] | null;
  /** How far a long work is, for who waits at a terminal. */
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
