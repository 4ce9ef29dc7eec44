import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS, ActionRefused, LINE_BYTES, MESSAGE_LINES, encodeAction } from './action.ts';

const refusal = (name: string, fields: Record<string, string>): string => {
  try {
    encodeAction(name, 'r1', fields);
    return 'sent';
  } catch (error) {
    return error instanceof ActionRefused ? `${error.reason} ${error.header}` : String(error);
  }
};

/** Reads messages as manager.c does: lines end at CR LF or LF, and the first empty line ends the message. */
const asAsteriskReads = (text: string): string[][] =>
  text
    .split(/\r\n\r\n|\n\n/)
    .filter((part) => part !== '')
    .map((part) => part.split(/\r?\n/));

describe('encodeAction', () => {
  it('writes the action first, its ActionID second and the fields in order', () => {
    expect(
      encodeAction('QueuePause', 'r7', { Interface: 'PJSIP/101', Paused: 'true', Reason: 'הפסקה', Queue: undefined }),
    ).toBe('Action: QueuePause\r\nActionID: r7\r\nInterface: PJSIP/101\r\nPaused: true\r\nReason: הפסקה\r\n\r\n');
    expect(encodeAction('QueuePenalty', 'r8', { Interface: 'a', Penalty: 3 })).toContain('\r\nPenalty: 3\r\n');
  });

  it.each<[string, string, Record<string, string>]>([
    ['unknown-action Command', 'Command', { Command: 'core stop now' }],
    ['unknown-action UpdateConfig', 'UpdateConfig', {}],
    ['unknown-action constructor', 'constructor', {}],
    ['unknown-action queuepause', 'queuepause', {}],
    ['unknown-header ActionID', 'QueuePause', { ActionID: 'r9' }],
    ['unknown-header Variable', 'Originate', { Variable: 'SHELL(id)=1' }],
    ['control-character Reason', 'QueuePause', { Reason: 'x\r\nAction: Hangup' }],
    ['control-character Reason', 'QueuePause', { Reason: 'x\nChannel: y' }],
    ['control-character Reason', 'QueuePause', { Reason: 'x\u0000' }],
    ['control-character Reason', 'QueuePause', { Reason: 'x\u0085y' }],
    ['control-character Reason', 'QueuePause', { Reason: '\ud800' }],
    ['line-too-long Reason', 'QueuePause', { Reason: 'é'.repeat(500) }],
    ['value-not-allowed Channel', 'Hangup', { Channel: '/^PJSIP.*/' }],
    ['value-not-allowed Channel', 'Hangup', { Channel: '' }],
    ['value-not-allowed Application', 'Originate', { Application: 'System', Data: 'id' }],
    ['value-not-allowed Data', 'Originate', { Application: 'ChanSpy', Data: 'PJSIP/1,qg(x)' }],
    ['value-not-allowed Variable', 'Getvar', { Variable: 'SHELL(id)' }],
    ['value-not-allowed Variable', 'Getvar', { Variable: 'AST_CONFIG(manager.conf,admin,secret)' }],
    ['sent', 'Getvar', { Variable: 'AST_CONFIG(manager.conf,slim,read)' }],
    ['sent', 'Originate', { Channel: 'PJSIP/9', Application: 'ChanSpy', Data: 'PJSIP/101,qwE' }],
    ['value-not-allowed Data', 'Originate', { Channel: 'PJSIP/9', Application: 'ChanSpy' }],
    ['value-not-allowed Application', 'Originate', { Channel: 'PJSIP/9', Data: 'PJSIP/101,qwE' }],
    ['value-not-allowed Data', 'Originate', { Channel: 'PJSIP/9', Application: 'Wait', Data: '1)&System(id' }],
    ['value-not-allowed Channel', 'Originate', { Channel: 'Local/9@ctx', Application: 'Wait', Data: '30' }],
    ['value-not-allowed Channel', 'Originate', { Channel: 'PJSIP/1900@carrier', Application: 'Wait', Data: '30' }],
    ['sent', 'Originate', { Channel: 'PJSIP/9', Application: 'ParkedCall', Data: 'default,701' }],
    ['unknown-header Command', 'MixMonitor', { Channel: 'PJSIP/9-1', File: 'a/b.wav', Command: 'id' }],
    ['value-not-allowed File', 'MixMonitor', { Channel: 'PJSIP/9-1', File: '../../b.wav' }],
    ['value-not-allowed File', 'MixMonitor', { Channel: 'PJSIP/9-1', File: '/tmp/b.wav' }],
    ['value-not-allowed File', 'MixMonitor', { Channel: 'PJSIP/9-1', File: '/var/../ringside/acme/b.wav' }],
    ['value-not-allowed File', 'MixMonitor', { Channel: 'PJSIP/9-1', File: '/a|id/ringside/acme/b.wav' }],
    [
      'sent',
      'MixMonitor',
      {
        Channel: 'PJSIP/9-1',
        File: '/var/spool/asterisk/recording/ringside/acme/b.wav',
        Options: 'bi(RINGSIDE_RECORDING)',
      },
    ],
    ['sent', 'MixMonitor', { Channel: 'PJSIP/9-1', File: 'ringside/acme/b.wav', Options: 'bi(RINGSIDE_RECORDING)' }],
    ['value-not-allowed Exten', 'BlindTransfer', { Channel: 'PJSIP/9-1', Context: 'acme', Exten: '${SHELL(id)}' }],
    ['value-not-allowed Context', 'Redirect', { Channel: 'PJSIP/9-1', Context: 'a,b', Exten: '1', Priority: '1' }],
    ['sent', 'Atxfer', { Channel: 'PJSIP/9-1', Context: 'acme-internal', Exten: '+12025550123' }],
    ['value-not-allowed Variable', 'Getvar', { Variable: 'DIALPLAN_EXISTS(a,${SHELL(id)},1)' }],
    ['sent', 'Getvar', { Variable: 'DIALPLAN_EXISTS(acme-internal,102,1)' }],
    ['sent', 'Getvar', { Variable: 'PJSIP_ENDPOINT(acme-101,context)' }],
    ['value-not-allowed Variable', 'Getvar', { Variable: 'PJSIP_ENDPOINT(acme-101,auth)' }],
  ])('%s', (outcome, name, fields) => expect(refusal(name, fields)).toBe(outcome));

  it('writes either one message with exactly the intended headers or nothing, for any values', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', '\r', '\n', ':', ' ', '\u0085', '\u2028', '\0', 'é', '\ud83d') }),
      fc.string({ minLength: LINE_BYTES - 20, maxLength: LINE_BYTES + 20 }),
    );
    const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
    const call = fc.constantFrom(...names).chain((name) =>
      fc.record({
        name: fc.constant(name),
        fields: fc.dictionary(fc.constantFrom(...ACTIONS[name], 'Action'), hostile),
      }),
    );
    fc.assert(
      fc.property(call, ({ name, fields }) => {
        let text: string;
        try {
          text = encodeAction(name, 'r1', fields);
        } catch (error) {
          expect(error).toBeInstanceOf(ActionRefused);
          return;
        }
        const bytes = Buffer.from(text, 'utf8');
        expect(bytes.toString('utf8')).toBe(text);
        const messages = asAsteriskReads(text);
        expect(messages).toHaveLength(1);
        const lines = messages[0] ?? [];
        expect(lines.map((l) => l.slice(0, l.indexOf(':')))).toEqual(['Action', 'ActionID', ...Object.keys(fields)]);
        expect(lines.length).toBeLessThanOrEqual(MESSAGE_LINES);
        for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LINE_BYTES);
      }),
    );
  });
});
