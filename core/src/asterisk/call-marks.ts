// Marks that the dialplan writes to the CDR's user field, separated by `|`. Asterisk joins the fields of the two parties of a leg with a
// semicolon, party A first, and keeps 255 bytes of each.
//
// did:+442079460100@acme: a number of this tenant was called.
// from:+12125550123: the caller ID before a tenant replaced it.
// to:600: the number that a line dialed inside its tenant.
// call:acme-101/442079460100/442079460301/T: the line called another tenant's number and showed the first number.
// out:SERIAL/acme-101/447700900123/442079460100/T/LINKEDID: a trunk channel was answered: line, dialed number, shown number.
// end:SERIAL/T/T/UNIQUEID: a trunk channel hung up. For an inbound call also its answer and unique ID. An answer in milliseconds is the
// channel's first one, which the dialplan noted. In microseconds it is that of the channel's last CDR.
//
// T: epoch seconds with milliseconds. SERIAL: the end of the channel's name. `@acme` instead of a line: the tenant without a line.

/** Returns the mark of a called number. `number`: digits in international form without a plus. */
export const didMark = (number: string, tenant: string): string => `did:+${number}@${tenant}`;

/** Times are epoch milliseconds. Lines: `acme-101`, `@acme` for a tenant without a line, or '' when unknown. */
export type CallMark =
  | { readonly kind: 'did'; readonly number: string; readonly tenant: string }
  | { readonly kind: 'from' | 'to'; readonly number: string }
  | {
      readonly kind: 'call';
      readonly line: string;
      readonly shown: string;
      readonly number: string;
      readonly at: number;
    }
  | {
      readonly kind: 'out';
      readonly serial: string;
      readonly line: string;
      readonly number: string;
      readonly shown: string;
      readonly answerAt: number;
      readonly linkedid: string;
    }
  | {
      readonly kind: 'end';
      readonly serial: string;
      readonly endAt: number;
      /** `null`: unknown or never answered. */
      readonly answerAt: number | null;
      /** Whether `answerAt` is the channel's first answer. Otherwise it is the answer of its last CDR, which a transfer starts. */
      readonly isFirstAnswer: boolean;
      /** Unique ID of an incoming call. Equals its linked ID until it is joined with another call. */
      readonly uniqueid: string;
    };

const LINE = '(@?[A-Za-z0-9-]{0,50})';
const TIME = '([0-9]{9,11}\\.[0-9]{3,6})';
const SERIAL = '([0-9a-f]{8})';
const DID = /^did:(\+?[0-9]{3,20})(?:@([a-z0-9-]{1,40}))?$/;
const NUMBER = /^(from|to):(\+?[0-9*#]{0,20})$/;
const CALL = new RegExp(`^call:${LINE}/([0-9]{0,15})/([0-9]{1,15})/${TIME}$`);
const OUT = new RegExp(`^out:${SERIAL}/${LINE}/([0-9]{1,15})/([0-9]{0,15})/${TIME}/(\\S{1,150})$`);
const END = new RegExp(`^end:${SERIAL}/${TIME}/(?:([0-9]{1,11}\\.[0-9]{3,6})(?:/(\\S{1,150}))?)?$`);

/** STRFTIME of the dialplan writes milliseconds, `CDR(answer,u)` microseconds. */
const MILLISECONDS = /\.[0-9]{3}$/;

const momentOf = (text: string): number => Math.round(Number(text) * 1000);

const markOf = (text: string): CallMark | null => {
  const did = DID.exec(text);
  if (did !== null) return { kind: 'did', number: did[1] ?? '', tenant: did[2] ?? '' };
  const number = NUMBER.exec(text);
  if (number !== null) return { kind: number[1] === 'to' ? 'to' : 'from', number: number[2] ?? '' };
  const call = CALL.exec(text);
  if (call !== null) {
    const [, line = '', shown = '', called = '', at = ''] = call;
    return { kind: 'call', line, shown, number: called, at: momentOf(at) };
  }
  const out = OUT.exec(text);
  if (out !== null) {
    const [, serial = '', line = '', dialled = '', shown = '', at = '', linkedid = ''] = out;
    return { kind: 'out', serial, line, number: dialled, shown, answerAt: momentOf(at), linkedid };
  }
  const end = END.exec(text);
  if (end === null) return null;
  const [, serial = '', endAt = '', answer = '0', uniqueid = ''] = end;
  const answerAt = momentOf(answer) || null;
  return { kind: 'end', serial, endAt: momentOf(endAt), answerAt, isFirstAnswer: MILLISECONDS.test(answer), uniqueid };
};

/** Returns the marks in order. Skips text that is not a mark or is truncated. */
export const callMarksOf = (userField: string): readonly CallMark[] =>
  userField === '' ? [] : userField.split(/[;|]/).flatMap((text) => markOf(text) ?? []);
