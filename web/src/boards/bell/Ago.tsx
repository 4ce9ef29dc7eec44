import { useSyncExternalStore } from 'react';
import { currentSecond, onSecond } from '../../data/base/clock.ts';
import { useFormat } from '../../ui/use-format.ts';

const STEP = 20;

/** Relative time such as "3 minutes ago", kept up to date. */
export function Ago({ at }: { readonly at: string }) {
  const format = useFormat();
  const second = useSyncExternalStore(onSecond, () => Math.floor(currentSecond() / STEP) * STEP);
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.ago(Math.max(0, second - Math.floor(Date.parse(at) / 1000)))}
    </time>
  );
}
