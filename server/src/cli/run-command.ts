// Runs a command of `npx ringside` with an open database, in this process or in the running console.
import { z } from 'zod';
import { HISTORY_KINDS } from '@ringside/core/contract/calls/import.ts';
import { NewPassword } from '@ringside/core/contract/access/user.ts';
import { errorMap } from '@ringside/core/contract/wording.ts';
import { verifyAudit } from '../platform/db/verify-audit.ts';
import type { AuditVerdict } from '../platform/db/verify-audit.ts';
import { faultText, Refusal } from '../platform/caller/refusal.ts';
import { CreateOptions } from './command.ts';
import type { CommandCall, CommandDeps, CommandResult } from './command.ts';
import { CheckDayOptions, checkDayCommand } from './check-day-command.ts';
import { CdrLoginOptions, cdrLoginCommand } from './cdr-login-command.ts';
import { ImportHistoryOptions, importHistoryCommand } from './import-history-command.ts';
import { importRatesCommand, ImportRatesOptions } from './import-rates-command.ts';
import { createUser, resetUser, switchNetworkRulesOff } from './user-commands.ts';

const ResetOptions = z.object({
  username: z.string().min(1, 'is required'),
  password: NewPassword.optional(),
  twoFactor: z.literal('true').optional(),
});

const IN_ENGLISH = { error: errorMap('en'), reportInput: true };

const failed = (error: z.ZodError): CommandResult => ({
  ok: false,
  lines: error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`),
});

const wordRefusal = (refusal: Refusal): readonly string[] => {
  if (refusal.errors.length === 0) return [refusal.message];
  return refusal.errors.map((fault) => {
    const text = faultText(fault, 'en');
    return fault.path === '' ? text : `${fault.path}: ${text}`;
  });
};

const HistoryKind = z.enum(HISTORY_KINDS);

const FAULTS = {
  changed: 'it was changed',
  missing: 'it is missing, or another stands in its place',
  'cut-off': 'it and what followed are missing',
} as const;

const wordVerdict = (verdict: AuditVerdict): CommandResult =>
  verdict.ok
    ? { ok: true, lines: [`${verdict.entries} entries, unbroken, up to ${verdict.head}`] }
    : { ok: false, lines: [`Broken at entry ${verdict.seq}: ${FAULTS[verdict.fault]}`] };

const dispatch = async (deps: CommandDeps, call: CommandCall): Promise<CommandResult> => {
  switch (call.command) {
    case 'user create': {
      const options = CreateOptions.safeParse(call.options, IN_ENGLISH);
      return options.success ? { ok: true, lines: await createUser(deps, options.data) } : failed(options.error);
    }
    case 'user reset': {
      const options = ResetOptions.safeParse(call.options, IN_ENGLISH);
      return options.success ? { ok: true, lines: await resetUser(deps, options.data) } : failed(options.error);
    }
    case 'import cdr':
    case 'import queue-log':
    case 'import dump': {
      const options = ImportHistoryOptions.safeParse(call.options, IN_ENGLISH);
      const kind = HistoryKind.parse(call.command.slice('import '.length));
      return options.success ? importHistoryCommand(deps, kind, options.data) : failed(options.error);
    }
    case 'check-day': {
      const options = CheckDayOptions.safeParse(call.options, IN_ENGLISH);
      return options.success ? checkDayCommand(deps, options.data) : failed(options.error);
    }
    case 'cdr-login': {
      const options = CdrLoginOptions.safeParse(call.options, IN_ENGLISH);
      return options.success ? cdrLoginCommand(deps, options.data) : failed(options.error);
    }
    case 'import rates': {
      const options = ImportRatesOptions.safeParse(call.options, IN_ENGLISH);
      return options.success ? importRatesCommand(deps, options.data) : failed(options.error);
    }
    case 'acl off': {
      const count = await switchNetworkRulesOff(deps);
      return { ok: true, lines: [`${count} network rules are off`] };
    }
    case 'audit verify':
      return wordVerdict(await verifyAudit(deps.db));
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
