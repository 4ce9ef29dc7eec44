// A SIP phone over UDP that a test drives: it registers, calls, answers, holds, transfers (REFER, with and without Replaces)
// and hangs up. It echoes the audio, because Asterisk accepts DTMF only between audio frames.
import { createSocket } from 'node:dgram';
import { sipDialogs } from './sip-dialogs.ts';
import type { SipDialogs } from './sip-dialogs.ts';
import { answerText, field, mediaText, uriOf } from './sip-message.ts';
import type { Dialog } from './sip-message.ts';

const PORT = 5060;
/** Added to the phone's own port. */
const MEDIA = 20_000;

export interface SipCall {
  /** The other party: the number that was called, or the caller id that the PBX shows. */
  readonly number: string;
  /** Resolves when either side has ended the call. */
  readonly ended: Promise<void>;
  hold(): Promise<void>;
  /** Blind transfer. Resolves with the status of the REFER. */
  refer(number: string): Promise<number>;
  /** Attended transfer: connects the other party of this call with that of `other`. Resolves with the status of the REFER. */
  referTo(other: SipCall): Promise<number>;
  bye(): Promise<void>;
}

export interface SipPhone {
  /** Resolves on 200. Rejects with the status otherwise. */
  call(number: string): Promise<SipCall>;
  /** The oldest call that the phone answered and no test took yet, or the next one. */
  incoming(): Promise<SipCall>;
  close(): Promise<void>;
}

export interface PhoneBehavior {
  /** Milliseconds of ringing before 200; null: rings until the PBX cancels. */
  readonly answerAfterMs?: number | null;
  /** Rejects every call with this status. */
  readonly refuse?: number;
  /** Redirects every call there (302). */
  readonly redirectTo?: string;
}

interface PhoneLine {
  readonly host: string;
  /** Own address and port. */
  readonly address: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

interface OpenCall extends SipCall {
  readonly dialog: Dialog;
  readonly over: () => void;
}

const tagOf = (party: string): string => /;tag=([^;>\s]+)/.exec(party)?.[1] ?? '';

const openCall = (
  dialogs: SipDialogs,
  dialog: Dialog,
  number: string,
  line: PhoneLine,
  calls: Map<string, OpenCall>,
): OpenCall => {
  const ended = Promise.withResolvers<void>();
  const over = (): void => {
    calls.delete(dialog.callId);
    ended.resolve();
  };
  const refer = async (to: string): Promise<number> =>
    (await dialogs.ask(dialog, 'REFER', `Refer-To: ${to}\r\nReferred-By: <sip:${line.user}@${line.host}>\r\n`)).status;
  const call: OpenCall = {
    ...{ dialog, over, number, ended: ended.promise },
    hold: async () =>
      void (await dialogs.ask(dialog, 'INVITE', '', mediaText(line.address, line.port + MEDIA, 'sendonly'))),
    refer: (to) => refer(`<sip:${to}@${line.host}>`),
    referTo: (other) => {
      const { callId, local, remote, target } = (other as OpenCall).dialog;
      const replaces = encodeURIComponent(`${callId};to-tag=${tagOf(remote)};from-tag=${tagOf(local)}`);
      return refer(`<${target}?Replaces=${replaces}>`);
    },
    bye: async () => {
      if (!calls.has(dialog.callId)) return;
      await dialogs.ask(dialog, 'BYE');
      over();
    },
  };
  calls.set(dialog.callId, call);
  return call;
};

/** Handles the requests of the PBX. */
const answering = (
  dialogs: SipDialogs,
  line: PhoneLine,
  habits: PhoneBehavior,
  calls: Map<string, OpenCall>,
  arrived: (call: OpenCall) => void,
) => {
  const { address, port, user } = line;
  const here = { address, port, user };
  const media = mediaText(address, port + MEDIA, 'sendrecv');
  const ringing = new Map<string, { readonly text: string; readonly timer: NodeJS.Timeout | undefined }>();
  const refuse = (text: string, status: string, place = here): void =>
    dialogs.send(answerText(text, status, `${field(text, 'To')};tag=${user}-no`, place));
  const take = (invite: string): void => {
    const callId = field(invite, 'Call-ID');
    ringing.delete(callId);
    const local = `${field(invite, 'To')};tag=${user}-yes`;
    dialogs.send(answerText(invite, '200 OK', local, here, media));
    const remote = field(invite, 'From');
    const dialog = { ...dialogs.open(uriOf(field(invite, 'Contact')), callId), local, remote };
    arrived(openCall(dialogs, dialog, /sip:([^@>]*)@/.exec(remote)?.[1] ?? '', line, calls));
  };
  const invited = (text: string): void => {
    const callId = field(text, 'Call-ID');
    if (calls.has(callId)) return dialogs.send(answerText(text, '200 OK', '', here, media));
    if (ringing.has(callId)) return;
    const { answerAfterMs = 300, refuse: status, redirectTo } = habits;
    if (status !== undefined) return refuse(text, `${status} No`);
    if (redirectTo !== undefined) return refuse(text, '302 Moved Temporarily', { ...here, user: redirectTo });
    dialogs.send(answerText(text, '180 Ringing', `${field(text, 'To')};tag=${user}-yes`, here));
    const timer = answerAfterMs === null ? undefined : setTimeout(() => take(text), answerAfterMs);
    ringing.set(callId, { text, timer });
  };
  return {
    request: (text: string): void => {
      const method = text.slice(0, text.indexOf(' '));
      if (method === 'ACK') return;
      if (method === 'INVITE') return invited(text);
      const callId = field(text, 'Call-ID');
      dialogs.send(answerText(text, '200 OK', '', here));
      if (method === 'BYE') calls.get(callId)?.over();
      const rung = ringing.get(callId);
      if (method !== 'CANCEL' || rung === undefined) return;
      clearTimeout(rung.timer);
      ringing.delete(callId);
      refuse(rung.text, '487 Request Terminated');
    },
    close: (): void => {
      for (const { timer } of ringing.values()) clearTimeout(timer);
    },
  };
};

/** Rejects when the PBX rejects the registration. */
export const startSipPhone = async (line: PhoneLine, habits: PhoneBehavior = {}): Promise<SipPhone> => {
  const socket = createSocket('udp4');
  const dialogs = sipDialogs(socket, line.host, PORT, line);
  const calls = new Map<string, OpenCall>();
  const answered: OpenCall[] = [];
  const takers: ((call: OpenCall) => void)[] = [];
  const answers = answering(dialogs, line, habits, calls, (call) => {
    const taker = takers.shift();
    if (taker === undefined) answered.push(call);
    else taker(call);
  });
  socket.on('message', (bytes) => {
    const text = bytes.toString('utf8');
    if (text.startsWith('SIP/2.0 ')) dialogs.take(text);
    else answers.request(text);
  });
  await new Promise<void>((resolve) => socket.bind(line.port, line.address, resolve));
  const media = createSocket('udp4');
  media.on('message', (bytes, from) => media.send(bytes, from.port, from.address));
  await new Promise<void>((resolve) => media.bind(line.port + MEDIA, line.address, resolve));
  let number = 0;
  /** A Call-ID that is unique across phones and tests. */
  const newId = (): string => `${line.user}-${line.port}-${++number}-${process.hrtime.bigint()}`;

  const place = dialogs.open(`sip:${line.host}`, newId());
  place.remote = `<sip:${line.user}@${line.host}>`;
  const { status } = await dialogs.ask(place, 'REGISTER', 'Expires: 600\r\n');
  if (status !== 200) throw new Error(`${line.user}: REGISTER ${status}`);

  return {
    call: async (to) => {
      const dialog = dialogs.open(`sip:${to}@${line.host}`, newId());
      const answer = await dialogs.ask(dialog, 'INVITE', '', mediaText(line.address, line.port + MEDIA, 'sendrecv'));
      if (answer.status !== 200) throw new Error(`${line.user} to ${to}: ${answer.status}`);
      return openCall(dialogs, dialog, to, line, calls);
    },
    incoming: () => {
      const call = answered.shift();
      return call === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(call);
    },
    close: async () => {
      answers.close();
      await Promise.all([...calls.values()].map((call) => call.bye()));
      dialogs.stop();
      for (const each of [socket, media]) await new Promise<void>((resolve) => each.close(() => resolve()));
    },
  };
};
