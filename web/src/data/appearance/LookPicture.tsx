import classes from './LookPicture.module.css';

type Kind =
  | 'skin-default'
  | 'skin-bordered'
  | 'skin-semi-dark'
  | 'width-full'
  | 'width-boxed'
  | 'menu-vertical'
  | 'menu-horizontal';

/** Small drawing of the layout, mirrored in right-to-left layouts. */
export function LookPicture({ kind }: { readonly kind: Kind }) {
  const row = kind === 'menu-horizontal';
  const inset = kind === 'width-boxed' ? 12 : 0;
  const left = row ? 6 : 28 + inset;
  const wide = 98 - left - inset;
  const line = kind === 'skin-bordered' ? classes['lined'] : classes['soft'];
  return (
    <svg className={classes['picture']} viewBox="0 0 104 66" aria-hidden="true" focusable="false">
      <rect x="0.5" y="0.5" width="103" height="65" rx="6" className={classes['frame']} />
      {row ? null : (
        <path
          d="M6.5 0.5H22.5V65.5H6.5A6 6 0 0 1 0.5 59.5V6.5A6 6 0 0 1 6.5 0.5Z"
          className={kind === 'skin-semi-dark' ? classes['dark'] : line}
        />
      )}
      {row ? (
        <>
          <rect x="6" y="6" width="92" height="7" rx="2" className={classes['soft']} />
          {[6, 28, 50].map((x) => (
            <rect key={x} x={x} y="17" width="18" height="5" rx="2" className={classes['mark']} />
          ))}
        </>
      ) : (
        <>
          {[10, 20, 28, 36].map((y) => (
            <rect key={y} x="6" y={y} width="11" height="4" rx="1.5" className={classes['mark']} />
          ))}
          <rect x={left} y="6" width={wide} height="8" rx="2" className={line} />
        </>
      )}
      <rect x={left} y={row ? 27 : 19} width={wide * 0.46} height="16" rx="2" className={line} />
      <rect x={left + wide * 0.54} y={row ? 27 : 19} width={wide * 0.46} height="16" rx="2" className={line} />
      <rect x={left} y={row ? 47 : 40} width={wide} height={row ? 13 : 20} rx="2" className={line} />
    </svg>
  );
}
