import { useEffect, useRef, useState } from 'react';
import classes from './Said.module.css';

/** How long a screen reader is left alone between two announcements of the same place. */
const QUIET_MS = 20_000;

/**
 * What a live place comes to, for those who hear it: said when it changes, and at most every 20 s, with the last word. Not
 * said when the page is new: it is read with the rest.
 */
export function Said({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  const heard = useRef({ text, at: 0 });
  useEffect(() => {
    if (heard.current.text === text) return undefined;
    const wait = Math.max(0, heard.current.at + QUIET_MS - performance.now());
    const timer = setTimeout(() => {
      heard.current = { text, at: performance.now() };
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status" className={classes['said']}>
      {said}
    </span>
  );
}
