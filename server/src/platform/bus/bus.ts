// Connects collectors and sockets. One process uses `in-process.ts`. Several nodes can use NATS behind the same interface.
// Messages are plain JSON values. A receiver must not change them.

/** The name of a topic, with the type of its messages. */
export type Topic<Message> = string & { readonly carries?: Message };
/** The name of a request, with the types of its message and its answer. */
export type RequestTopic<Asked, Answer> = string & { readonly asks?: Asked; readonly answers?: Answer };

/**
 * Topics: `live` (LiveBatch), `owners` (the owner of an object changed), `sessions` (a session or its abilities ended),
 * `personal` (a message to one user's sockets).
 */
export interface Bus {
  publish<Message>(topic: Topic<Message>, message: NoInfer<Message>): void;
  /** Returns a function that unsubscribes. Messages of one publisher arrive in order. */
  subscribe<Message>(topic: Topic<Message>, listener: (message: NoInfer<Message>) => void): () => void;
  /** Sends a request to the handler of the topic. Rejects with `BusTimeout` after `timeoutMs`, or at once when the topic has no handler. */
  request<Asked, Answer>(
    topic: RequestTopic<Asked, Answer>,
    message: NoInfer<Asked>,
    timeoutMs: number,
  ): Promise<Answer>;
  serve<Asked, Answer>(
    topic: RequestTopic<Asked, Answer>,
    handler: (message: NoInfer<Asked>) => Promise<NoInfer<Answer>>,
  ): () => void;
  close(): Promise<void>;
}

export class BusTimeout extends Error {}
