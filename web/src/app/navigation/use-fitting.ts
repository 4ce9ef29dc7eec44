import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Number of elements that fit on one line beside a last one for the rest. Measures again when `words` or the available width
 * changes: lays out all elements first and selects those that fit before the paint.
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

/** Returns the number of elements that fit, with space for the button that opens the rest. */
const fitting = (ends: readonly number[], roomPx: number): number =>
  (ends.at(-1) ?? 0) <= roomPx ? ends.length : ends.filter((end) => end <= roomPx - MORE_PX).length;
