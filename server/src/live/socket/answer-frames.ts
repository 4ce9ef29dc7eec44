// Builds the frames of an answer once for several sockets, except for the messages that carry an ActionID.
import { framesOf } from './frame.ts';
import type { FrameStyle } from './frame.ts';

export interface Answer {
  /** Messages as JSON objects. */
  readonly texts: readonly string[];
  /** Indexes of the messages that carry the ActionID of the request, ascending. */
  readonly takesActionId: readonly number[];
}

const withActionId = (text: string, actionId: string): string =>
  `${text.slice(0, -1)},"ActionID":${JSON.stringify(actionId)}}`;

/** Returns the frames for a request's style and ActionID. Messages without an ActionID are framed once per style. */
export const framesOfAnswer = ({
  texts,
  takesActionId,
}: Answer): ((style: FrameStyle, actionId: string | null) => readonly Buffer[]) => {
  const made = new Map<string, readonly Buffer[]>();
  const shared = (from: number, to: number, style: FrameStyle): readonly Buffer[] => {
    const key = `${from} ${to} ${style.batch} ${style.compress}`;
    const frames = made.get(key) ?? framesOf(texts.slice(from, to), style);
    made.set(key, frames);
    return frames;
  };
  return (style, actionId) => {
    if (actionId === null) return shared(0, texts.length, style);
    const frames: Buffer[] = [];
    let from = 0;
    for (const index of takesActionId) {
      if (index > from) frames.push(...shared(from, index, style));
      // Short and different for each request: not worth compressing.
      frames.push(...framesOf([withActionId(texts[index]!, actionId)], { ...style, compress: false }));
      from = index + 1;
    }
    if (from < texts.length) frames.push(...shared(from, texts.length, style));
    return frames;
  };
};
