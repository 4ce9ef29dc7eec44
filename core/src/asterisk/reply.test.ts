import { describe, expect, it } from 'vitest';
import { isPermissionDenied, isUnknownCommand, readReply } from './reply.ts';

const block = (...lines: string[]): string => Buffer.from(lines.join('\r\n'), 'utf8').toString('latin1');

describe('readReply', () => {
  it('reads the message and fields, with a bare LF inside', () => {
    expect(
      readReply(block('Response: Success', 'ActionID: r1', 'Message: Park successful\n', 'Note: ציון: 1')),
    ).toEqual({
      success: true,
      response: 'Success',
      message: 'Park successful',
      fields: { ActionID: 'r1', Message: 'Park successful', Note: 'ציון: 1' },
      output: [],
    });
  });
  it('reads command output with one header per line, including empty lines', () => {
    expect(
      readReply(block('Response: Success', 'Message: Command output follows', 'Output: a', 'Output: ', 'Output: b: c'))
        .output,
    ).toEqual(['a', '', 'b: c']);
  });
  it('reads command output of old versions', () => {
    expect(readReply('Response: Follows\r\nActionID: r1\r\none\ntwo\n--END COMMAND--')).toMatchObject({
      success: true,
      fields: { ActionID: 'r1' },
      output: ['one', 'two', ''],
    });
  });
  it('recognizes refusals', () => {
    expect(isPermissionDenied(readReply(block('Response: Error', 'Message: Permission denied')))).toBe(true);
    const unknown = readReply(
      block('Response: Error', 'Message: Invalid/unknown command: Queues. Use Action: ListCommands'),
    );
    expect([unknown.success, isUnknownCommand(unknown)]).toEqual([false, true]);
  });
  it('keeps the first of a repeated header and accepts names of object properties', () => {
    expect(readReply(block('Response: Success', 'State: A', 'State: B', 'constructor: x')).fields).toEqual({
      State: 'A',
      constructor: 'x',
    });
  });
});
