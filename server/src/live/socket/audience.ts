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
  /** Returns the answer in parts, which all show the state at the moment of the call. */
  answer(): Iterable<Answer>;
}

export interface Audience {
  readonly viewer: Viewer;
  readonly listeners: Set<Listener>;
  push(messages: readonly string[]): void;
  ask(question: Question): void;
  /** Removes a listener after writing the events that wait for it. Returns its questions without a complete answer. */
  release(listener: Listener): readonly Question[];
  /** Drops pending messages when no listener is left. */
  close(): void;
}

/** Equal questions and their answer. */
interface Asked {
  readonly equal: readonly Question[];
  readonly parts: Iterable<Answer>;
}

/**
 * Creates an audience. `waitMs` returns how long a batch gathers from its first message, in milliseconds. Each audience has its own
 * timer, so that writes to thousands of sockets do not coincide.
 */
export const createAudience = (viewer: Viewer, waitMs: () => number, onError: (error: unknown) => void): Audience => {
  const listeners = new Set<Listener>();
  let pending: string[] = [];
  let questions: Question[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  /** Questions whose answers are being written. */
  let answering: readonly Question[] = [];

  /** Writes the events that wait. Returns the questions to answer right after them, with the same answer for equal ones. */
  const writeEvents = (): readonly Asked[] => {
    const messages = pending;
    const asked = questions;
    pending = [];
    questions = [];
    if (messages.length > 0) {
      const frames = framesOfAnswer({ texts: messages, takesActionId: [] });
      for (const listener of listeners) listener.write(frames(listener, null), false);
    }
    return [...Map.groupBy(asked, ({ key }) => key).values()].map((equal) => ({ equal, parts: equal[0]!.answer() }));
  };
  /** Writes the answers part by part. Other work of the process runs between two parts, and later events wait until the last one. */
  const writeAnswers = async (answers: readonly Asked[]): Promise<void> => {
    answering = answers.flatMap(({ equal }) => equal);
    for (const { equal, parts } of answers) {
      for (const part of parts) {
        if (listeners.size === 0) return;
        const frames = framesOfAnswer(part);
        for (const { listener, actionId } of equal)
          if (listeners.has(listener)) listener.write(frames(listener, actionId), true);
        await new Promise((resolve) => setImmediate(resolve));
      }
      answering = answering.filter((question) => !equal.includes(question));
    }
  };
  const flush = (): void => {
    isWriting = true;
    writeAnswers(writeEvents())
      .catch(onError)
      .finally(() => {
        isWriting = false;
        answering = [];
        timer = undefined;
        if (pending.length > 0 || questions.length > 0) soon();
      });
  };
  const soon = (): void => {
    if (!isWriting) timer ??= setTimeout(flush, waitMs());
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
    release: (listener) => {
      if (pending.length > 0)
        listener.write(framesOfAnswer({ texts: pending, takesActionId: [] })(listener, null), false);
      listeners.delete(listener);
      const own = [...answering, ...questions].filter((question) => question.listener === listener);
      questions = questions.filter((question) => question.listener !== listener);
      return own;
    },
    close: () => clearTimeout(timer),
  };
};
