// Matches actions with their responses by ActionID. A response is a single reply or a list of events with a closing event.
import { encodeAction } from '@ringside/core/asterisk/action.ts';
import type { ActionFields } from '@ringside/core/asterisk/action.ts';
import { BlockReader, needle } from '@ringside/core/asterisk/block.ts';
import { readReply } from '@ringside/core/asterisk/reply.ts';
import type { AmiReply } from '@ringside/core/asterisk/reply.ts';
import { LinkFailure } from './link-failure.ts';

export interface RequestHandlers {
  /** Receives an event of the action's list. */
  item?(name: string, block: string): void;
  /** Receives the reply, at the end of its list if there is one, before later bytes are processed. `block`: the unparsed reply. */
  done(reply: AmiReply, block: string): void;
  failed(failure: LinkFailure): void;
}

export interface Requests {
  /** @throws ActionRefused when a field cannot be sent over AMI. */
  send(name: string, fields: ActionFields, handlers: RequestHandlers, waitMs: number): void;
  /** `encode` gets the ActionID. If it throws, nothing is sent and the error is passed on. */
  write(encode: (actionId: string) => string, handlers: RequestHandlers, waitMs: number): void;
  response(block: string): void;
  /** Returns true if the event belonged to a list. */
  listItem(name: string, block: string): boolean;
  /** Rejects pending and future requests with the failure. */
  fail(failure: LinkFailure): void;
}

interface Pending extends RequestHandlers {
  reply: AmiReply | null;
  timer: NodeJS.Timeout;
}

const ACTION_ID = needle('ActionID');
const EVENT_LIST = needle('EventList');

export const createRequests = (write: (text: string) => void): Requests => {
  const pending = new Map<string, Pending>();
  let over = false;
  let nextId = 1;

  const finish = (id: string, request: Pending, reply: AmiReply, block: string): void => {
    clearTimeout(request.timer);
    pending.delete(id);
    request.done(reply, block);
  };

  const writeNext: Requests['write'] = (encode, request, waitMs) => {
    const id = `r${nextId++}`;
    const text = encode(id);
    if (over) return request.failed(new LinkFailure({ code: 'connection-lost', line: null }));
    const expire = () => {
      pending.delete(id);
      const seconds = Math.round(waitMs / 1000);
      request.failed(new LinkFailure({ code: 'no-answer', params: { seconds }, line: null }));
    };
    pending.set(id, { ...request, reply: null, timer: setTimeout(expire, waitMs) });
    write(text);
  };

  return {
    write: writeNext,
    send: (name, fields, request, waitMs) => writeNext((id) => encodeAction(name, id, fields), request, waitMs),
    response: (block) => {
      const reply = readReply(block);
      const id = reply.fields['ActionID'] ?? '';
      const request = pending.get(id);
      if (request === undefined) return;
      if (request.item !== undefined && reply.success && /^start$/i.test(reply.fields['EventList'] ?? '')) {
        request.reply = reply;
      } else finish(id, request, reply, block);
    },
    listItem: (name, block) => {
      if (pending.size === 0) return false;
      const reader = new BlockReader(block);
      const id = reader.raw(ACTION_ID);
      const request = id === null ? undefined : pending.get(id);
      if (id === null || request === undefined || request.reply === null) return false;
      if (reader.raw(EVENT_LIST) === null) request.item?.(name, block);
      else finish(id, request, request.reply, block);
      return true;
    },
    fail: (failure) => {
      over = true;
      for (const request of pending.values()) {
        clearTimeout(request.timer);
        request.failed(failure);
      }
      pending.clear();
    },
  };
};
