// What `npx ringside <command>` does once the database is open, in this process or in the running console.
import { z } from 'zod';
import { BUILT_IN_ROLES } from '@ringside/core/access/roles.ts';
import { NewPassword } from '@ringside/core/contract/users.ts';
import { PATTERNS } from '@ringside/core/contract/text.ts';
import { wordCode } from '@ringside/core/contract/wording.ts';
import type { Db } from '../db/connect.ts';
import { Refusal } from '../http/errors.ts';
import type { SessionStore } from '../sessions/store.ts';
import { createUser, resetUser } from './user-commands.ts';

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
  readonly sessions: Pick<SessionStore, 'endOfUser'>;
  publicUrl(): string;
}

const ROLE_NAMES = BUILT_IN_ROLES.map((role) => role.name);

const CreateOptions = z.object({
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

const ResetOptions = z.object({ username: z.string().min(1, 'is required'), password: NewPassword.optional() });

const failed = (error: z.ZodError): CommandResult => ({
  ok: false,
  lines: error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`),
});

const wordRefusal = (refusal: Refusal): readonly string[] => {
  if (refusal.errors.length === 0) return [refusal.message];
  return refusal.errors.map((fault) => {
    const text = 'message' in fault ? fault.message : (wordCode(fault.code, 'en', fault.params) ?? fault.code);
    return fault.path === '' ? text : `${fault.path}: ${text}`;
  });
};

const dispatch = async (deps: CommandDeps, call: CommandCall): Promise<CommandResult> => {
  switch (call.command) {
    case 'user create': {
      const options = CreateOptions.safeParse(call.options);
      return options.success ? { ok: true, lines: await createUser(deps, options.data) } : failed(options.error);
    }
    case 'user reset': {
      const options = ResetOptions.safeParse(call.options);
      return options.success ? { ok: true, lines: await resetUser(deps, options.data) } : failed(options.error);
    }
    default:
      return { ok: false, lines: [`Unknown command: ${call.command}`] };
  }
};

export const runCommand = async (deps: CommandDeps, call: CommandCall): Promise<CommandResult> => {
  try {
    return await dispatch(deps, call);
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, lines: wordRefusal(error) };
    throw error;
  }
};
