import { useEffect, useState } from 'react';

export interface Rotation {
  /** From 0; 0 where there is nothing to turn. */
  readonly index: number;
  readonly paused: boolean;
  readonly pause: (paused: boolean) => void;
  readonly turn: (by: number) => void;
}

/** Which page is shown. A page that is gone by now is left for the first. */
export const useRotation = (count: number, seconds: number): Rotation => {
  const [at, setAt] = useState(0);
  const [paused, pause] = useState(false);
  const index = at < count ? at : 0;
  const turn = (by: number): void => setAt((now) => ((now < count ? now : 0) + by + count) % count || 0);
  useEffect(() => {
    if (paused || count < 2) return undefined;
    const timer = setTimeout(() => setAt((index + 1) % count), seconds * 1000);
    return () => clearTimeout(timer);
  }, [index, paused, count, seconds]);
  return { index, paused, pause, turn };
};
