// A PBX that says no to whoever configures it.
import { isPermissionDenied } from '@ringside/core/ami/reply.ts';
import type { AmiReply } from '@ringside/core/ami/reply.ts';

/** The PBX answered, and not with what was asked for. */
export class ConfigRefused extends Error {
  readonly kind: 'denied' | 'file-invalid' | 'refused';
  readonly params: Readonly<Record<string, string>>;

  constructor(kind: ConfigRefused['kind'], params: Readonly<Record<string, string>>) {
    super(`The PBX refused: ${kind} ${JSON.stringify(params)}`);
    this.name = 'ConfigRefused';
    this.kind = kind;
    this.params = params;
  }
}

export const refusalOf = (reply: AmiReply, file: string): ConfigRefused => {
  const { message } = reply;
  if (isPermissionDenied(reply)) return new ConfigRefused('denied', { message });
  return /invalid format/i.test(message)
    ? new ConfigRefused('file-invalid', { file, message })
    : new ConfigRefused('refused', { file, message });
};
