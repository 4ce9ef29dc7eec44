import classes from './Sparkline.module.css';

interface Props {
  /** Oldest first; null leaves a gap. */
  readonly points: readonly (number | null)[];
  /** What fills the height at least, so that noise near zero looks like nothing. */
  readonly atLeast: number;
}

const WIDTH = 60;
const HEIGHT = 16;

/** The shape of the last half hour; the figure beside it says how much. Hidden from screen readers. */
export function Sparkline({ points, atLeast }: Props) {
  const top = Math.max(atLeast, ...points.map((p) => p ?? 0));
  const x = (i: number): number => (points.length > 1 ? (i / (points.length - 1)) * WIDTH : WIDTH);
  const y = (p: number): number => HEIGHT - 1 - (p / top) * (HEIGHT - 2);
  // Between two reports the line runs straight: a minute without a finished call is no event.
  const known = points.flatMap((p, i) => (p === null ? [] : [[x(i), y(p)] as const]));
  const path = known.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
  const end = known.at(-1);
  return (
    <svg className={classes['line']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} className={classes['ground']} />
      {known.length > 1 ? <path d={path} className={classes['trace']} /> : null}
      {known.length === 1 && end ? <circle cx={end[0] - 1} cy={end[1]} r="1.5" className={classes['dot']} /> : null}
    </svg>
  );
}
