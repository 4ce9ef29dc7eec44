import { formatDuration } from '@ringside/core/base/duration.ts';
import { useSecond } from './use-second.ts';

interface Props {
  /** Epoch ms on the server's clock; null shows a dash. */
  readonly since: number | null;
  /** Leaves out the hours if less than one hour: 04:07. */
  readonly short?: boolean;
  readonly className?: string;
}

/** Running time since a moment. Left-to-right in every language, with fixed-width digits so that nothing moves. */
export function Elapsed({ since, short = false, className }: Props) {
  const second = useSecond();
  const classes = className ? `num ${className}` : 'num';
  if (since === null) return <span className={classes}>–</span>;
  const text = formatDuration(Math.max(0, second - Math.floor(since / 1000)));
  return (
    <bdi dir="ltr" className={classes}>
      {short && text.startsWith('00:') ? text.slice(3) : text}
    </bdi>
  );
}
