// SIP requests of a phone over UDP: repeated until answered, with digest authentication on request, each in a dialog.
import type { Socket } from 'node:dgram';
import { authorizationOf, field, requestText, uriOf } from './sip-message.ts';
import type { Dialog, Place } from './sip-message.ts';

const REPEAT_MS = 1000;

interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface SipDialogs {
  readonly send: (text: string) => void;
  readonly open: (target: string, callId: string) => Dialog;
  /** Resolves with the final response. `extra`: headers of each attempt. */
  readonly ask: (dialog: Dialog, method: string, extra?: string, body?: string) => Promise<Answer>;
  /** Handles a received response. */
  readonly take: (text: string) => void;
  /** Stops all repeats. Unanswered requests stay unanswered. */
  readonly stop: () => void;
}

export const sipDialogs = (
  socket: Socket,
  host: string,
  port: number,
  here: Place & { readonly password: string },
): SipDialogs => {
  const waiting = new Map<string, (answer: Answer) => void>();
  const repeats = new Set<NodeJS.Timeout>();
  const send = (text: string): void => socket.send(text, port, host);

  const once = async (dialog: Dialog, method: string, extra: string, body: string): Promise<Answer> => {
    dialog.sequence += 1;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(`${dialog.callId} ${dialog.sequence} ${method}`, resolve);
    const text = requestText(dialog, method, extra, body);
    send(text);
    const repeating = setInterval(() => send(text), REPEAT_MS);
    repeats.add(repeating);
    const answer = await promise.finally(() => {
      clearInterval(repeating);
      repeats.delete(repeating);
    });
    if (method !== 'INVITE') return answer;
    if (answer.status < 300) {
      dialog.remote = field(answer.text, 'To');
      dialog.target = uriOf(field(answer.text, 'Contact'));
    }
    send(requestText({ ...dialog, remote: field(answer.text, 'To') }, 'ACK', '', ''));
    return answer;
  };

  return {
    send,
    open: (target, callId) => ({
      ...{ ...here, callId, target, local: `<sip:${here.user}@${host}>;tag=${callId}`, remote: `<${target}>` },
      sequence: 0,
    }),
    ask: async (dialog, method, extra = '', body = '') => {
      const answer = await once(dialog, method, extra, body);
      if (answer.status !== 401) return answer;
      const proof = authorizationOf(answer.text, method, dialog.target, here.user, here.password);
      return once(dialog, method, proof + extra, body);
    },
    stop: () => {
      for (const repeating of repeats) clearInterval(repeating);
    },
    take: (text) => {
      const status = Number(text.slice(8, 11));
      if (status < 200) return;
      const key = `${field(text, 'Call-ID')} ${field(text, 'CSeq')}`;
      waiting.get(key)?.({ status, text });
      waiting.delete(key);
    },
  };
};
