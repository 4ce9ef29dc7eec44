import type { Message } from '../socket.ts';

/** A WebSocket whose other end the test controls. */
export class Wire {
  readyState = 0;
  readonly sent: Record<string, unknown>[] = [];
  readonly url: string;
  closedWith: number | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: unknown }) => void) | null = null;
  onclose: ((e: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor(url: string) {
    this.url = url;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code?: number): void {
    this.closedWith = code ?? 1005;
    this.readyState = 2;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  says(...messages: Message[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) });
  }
  ends(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

export const SNAPSHOT: readonly Message[] = [
  { Type: 4, server_id: 1, Response: 'Success', CoreStartupDate: '2026-11-21' },
  { Type: 3, server_id: 1, Event: 'CoreShowChannelsComplete' },
  { Type: 4, server_id: 1, Response: 'Success', EventList: 'start' },
  { Type: 3, server_id: 1, Event: 'QueueStatusComplete' },
];
