// Groups the sockets with the same view: their messages are built and framed once and sent together after a short delay.
import type { Viewer } from '@ringside/core/live/scope.ts';
import { framesOfAnswer } from './answer-frames.ts';
import type { Answer } from './answer-frames.ts';
import type { FrameStyle } from './frame.ts';

export interface Listener extends FrameStyle {
  /** Writes frames. `snapshot`: a requested answer, which may exceed the unread limit of live events. */
  write(frames: readonly Buffer[], snapshot: boolean): void;
}

/** A request that is answered from the state right after all events of that state were sent. */
export interface Question {
  readonly listener: Listener;
  /** Equal for requests whose answers differ only in the ActionID. */
  readonly key: string;
  readonly actionId: string | null;
  answer(): Answer;
}

export interface Audience {
  readonly viewer: Viewer;
  readonly listeners: Set<Listener>;
  push(messages: readonly string[]): void;
  ask(question: Question): void;
  /** Drops pending messages when no listener is left. */
  close(): void;
}

/**
 * Creates an audience. `waitMs` returns how long a batch gathers from its first message, in milliseconds. Each audience has its own
 * timer, so that writes to thousands of sockets do not coincide.
 */
export const createAudience = (viewer: Viewer, waitMs: () => number): Audience => {
  const listeners = new Set<Listener>();
  let pending: string[] = [];
  let questions: Question[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    const messages = pending;
    const asked = questions;
    pending = [];
    questions = [];
    if (messages.length > 0) {
      const frames = framesOfAnswer({ texts: messages, takesActionId: [] });
      for (const listener of listeners) listener.write(frames(listener, null), false);
    }
    const answers = new Map<string, ReturnType<typeof framesOfAnswer>>();
    for (const { key, actionId, listener, answer } of asked) {
      if (!listeners.has(listener)) continue;
      const frames = answers.get(key) ?? framesOfAnswer(answer());
      answers.set(key, frames);
      listener.write(frames(listener, actionId), true);
    }
  };
  const soon = (): void => {
    timer ??= setTimeout(flush, waitMs());
  };

  return {
    viewer,
    listeners,
    push: (messages) => {
      for (const m of messages) pending.push(m);
      soon();
    },
    ask: (question) => {
      questions.push(question);
      soon();
    },
    close: () => clearTimeout(timer),
  };
};
