// Replies in AMI format. List items have an ActionID but no Timestamp, Privilege or SystemName.
import { render, type Fields } from '../sim/emit.ts';
import type { Request } from './request.ts';

const idLine = (request: Request): string => {
  const id = request.get('ActionID');
  return id === '' ? '' : `ActionID: ${id}\r\n`;
};

export const reply = (request: Request, response: string, fields: Fields = []): string =>
  `Response: ${response}\r\n${idLine(request)}${render(fields)}\r\n`;

export const success = (request: Request, message: string): string => reply(request, 'Success', [['Message', message]]);
export const refusal = (request: Request, message: string): string => reply(request, 'Error', [['Message', message]]);

/** Position of the ActionID in a list item: at the end of Queue* items, at the start of channel list items. */
export interface ListItem {
  readonly event: string;
  readonly body: string;
  readonly idFirst?: boolean;
}

export const list = (request: Request, message: string, items: readonly ListItem[], complete: string): string => {
  const id = idLine(request);
  let text = reply(request, 'Success', [
    ['EventList', 'start'],
    ['Message', message],
  ]);
  for (const item of items)
    text += `Event: ${item.event}\r\n${item.idFirst === true ? id + item.body : item.body + id}\r\n`;
  return `${text}Event: ${complete}\r\n${id}EventList: Complete\r\nListItems: ${items.length}\r\n\r\n`;
};
