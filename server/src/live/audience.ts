// All sockets that see the same: their messages are made once, put into frames once, and sent together after a short wait.
import type { Viewer } from '@ringside/core/live/scope.ts';
import { textFrame } from './frame.ts';

/** How a socket wants its frames. */
export interface FrameStyle {
  /** A frame is an array of messages; else one message. */
  readonly batch: boolean;
  readonly compress: boolean;
}

export interface Listener extends FrameStyle {
  /** `snapshot`: an answer that was asked for, which may be longer than what a live reader may lag behind. */
  write(frames: Buffer, snapshot: boolean): void;
}

/** A question answered from the state, right after everything that the state already holds was sent. */
export interface Question {
  readonly listener: Listener;
  /** Equal for questions with equal answers. */
  readonly key: string;
  /** Messages as JSON texts. */
  answer(): readonly string[];
}

export interface Audience {
  readonly viewer: Viewer;
  readonly listeners: Set<Listener>;
  push(messages: readonly string[]): void;
  ask(question: Question): void;
  /** Nobody is left: what waits is not sent. */
  close(): void;
}

/** A frame is parsed in one go by a browser; a long snapshot comes in several. */
const MESSAGES_A_FRAME = 400;

const framesOf = (messages: readonly string[], style: FrameStyle): Buffer => {
  if (!style.batch) return Buffer.concat(messages.map((m) => textFrame(m, false)));
  const frames: Buffer[] = [];
  for (let i = 0; i < messages.length; i += MESSAGES_A_FRAME)
    frames.push(textFrame(`[${messages.slice(i, i + MESSAGES_A_FRAME).join(',')}]`, style.compress));
  return frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames);
};

/** At most one serialisation for each style of frames. */
const framesOnce = (messages: readonly string[]): ((style: FrameStyle) => Buffer) => {
  const made = new Map<string, Buffer>();
  return (style) => {
    const key = `${style.batch} ${style.compress}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const frames = framesOf(messages, style);
    made.set(key, frames);
    return frames;
  };
};

/**
 * `waitMs`: how long a batch gathers, from its first message. Each audience has its own time, so that the writes to
 * thousands of sockets do not all fall into one moment.
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
      const frames = framesOnce(messages);
      for (const listener of listeners) listener.write(frames(listener), false);
    }
    const answers = new Map<string, (style: FrameStyle) => Buffer>();
    for (const { key, listener, answer } of asked) {
      if (!listeners.has(listener)) continue;
      const known = answers.get(key) ?? framesOnce(answer());
      answers.set(key, known);
      listener.write(known(listener), true);
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
