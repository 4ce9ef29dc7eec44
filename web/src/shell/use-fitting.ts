import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How many of a list's first elements stand in one line, beside a last one for the rest. Measured anew when `words`
 * change, and when the list's room does: first all are laid out, and before anything is painted those that fit are known.
 */
export const useFitting = (list: RefObject<HTMLElement | null>, words: string, count: number): number => {
  const [measured, setMeasured] = useState<{ readonly words: string; readonly ends: readonly number[] } | null>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = (): void => setRoom(element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || measured?.words === words) return;
    const gap = Number.parseFloat(getComputedStyle(element).columnGap) || 0;
    let end = 0;
    const ends = [...element.children].map((child) => (end += child.getBoundingClientRect().width + gap) - gap);
    setMeasured({ words, ends });
  }, [list, words, measured]);
  if (measured?.words !== words) return count;
  return fitting(measured.ends, room);
};

const MORE_PX = 120;

/** All, or as many as leave room for the button that opens the rest. */
export const fitting = (ends: readonly number[], roomPx: number): number =>
  (ends.at(-1) ?? 0) <= roomPx ? ends.length : ends.filter((end) => end <= roomPx - MORE_PX).length;
