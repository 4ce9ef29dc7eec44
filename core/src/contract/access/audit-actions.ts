// All actions of the audit trail. Every entry uses one of them, so that it can be displayed.
import { RESOURCES } from '../../access/ability.ts';

export const AUDIT_ACTIONS = [
  ...['create', 'update', 'delete', 'restore', 'purge', 'import', 'export', 'export-rates'],
  ...['play', 'download', 'denied', 'operate', 'impersonate', 'setup', 'send'],
  ...['login', 'login-failed', 'logout', 'sessions-ended', 'reset'],
  ...['password-changed', 'password-forgot', 'email-changed'],
  ...['two-factor-enabled', 'two-factor-disabled', 'two-factor-reset'],
  ...['recovery-codes-made', 'recovery-code-used', 'passkey-added', 'passkey-renamed', 'passkey-removed'],
  ...['rotate', 'revoke', 'secret-shown', 'secret-rotated'],
  ...['assign-plan', 'bind-carrier', 'unbind-carrier', 'add-rate', 'change-rate', 'remove-rate', 'import-rates'],
  ...['create-version', 'update-version', 'remove-version'],
  ...['draft', 'refresh', 'add-line', 'remove-line', 'finalise', 'void', 'credit', 'rerate'],
  ...['payment', 'refund', 'adjustment', 'calls-out-blocked', 'calls-out-allowed'],
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Resources of audit entries: those of abilities, and those that need none. */
export const AUDIT_RESOURCES = [...RESOURCES, 'session', 'deleted', 'search'] as const;
