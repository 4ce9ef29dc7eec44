// Errors for configuration that the PBX refuses.
import { isPermissionDenied } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';

/** Thrown when the PBX answered with an error. */
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
