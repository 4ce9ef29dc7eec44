import { useEffect, useRef, useState } from 'react';
import classes from './Said.module.css';

/** Minimum time between two announcements of the same element, in ms. */
const QUIET_MS = 20_000;

/**
 * Announces the summary of a live element to screen readers: on changes, at most every 20 s, with the latest text. Does not announce the
 * first text, which is read with the page.
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
