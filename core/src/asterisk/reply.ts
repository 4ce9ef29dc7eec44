// Reads an AMI response as data.
import { responseOf } from './block.ts';
import { clean } from './clean.ts';

export interface AmiReply {
  readonly success: boolean;
  /** `Success`, `Error`, `Goodbye` … as sent. */
  readonly response: string;
  readonly message: string;
  /** All headers except Response. The first of a repeated header. Names as sent. */
  readonly fields: Readonly<Record<string, string>>;
  /** Values of `Output`, one per line, or the text of `Response: Follows` in old versions. */
  readonly output: readonly string[];
}

const FOLLOWS_END = '--END COMMAND--';

export const readReply = (block: string): AmiReply => {
  const response = responseOf(block);
  const fields: Record<string, string> = {};
  const output: string[] = [];
  for (const line of block.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const header = line.slice(0, Math.max(colon, 0));
    const isHeader = colon > 0 && /^[A-Za-z0-9()_.-]+$/.test(header);
    if (!isHeader) {
      // Old command output: bare lines up to the end marker.
      if (response === 'Follows') output.push(...line.replace(FOLLOWS_END, '').split('\n').map(clean));
      continue;
    }
    const value = clean(line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1));
    if (header === 'Output') output.push(value);
    else if (!Object.hasOwn(fields, header)) fields[header] = value;
  }
  return {
    success: response === 'Success' || response === 'Goodbye' || response === 'Follows',
    response,
    message: fields['Message'] ?? '',
    fields,
    output,
  };
};

/** During boot, and for modules that are not loaded: `Invalid/unknown command: QueueStatus. Use Action: …`. */
export const isUnknownCommand = (reply: AmiReply): boolean => reply.message.startsWith('Invalid/unknown command');

export const isPermissionDenied = (reply: AmiReply): boolean => reply.message === 'Permission denied';
