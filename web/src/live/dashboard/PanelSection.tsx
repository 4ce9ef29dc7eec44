import type { ReactNode } from 'react';
import classes from './PanelSection.module.css';

interface Props {
  readonly title: string;
  readonly count?: number;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function PanelSection({ title, count, action, children }: Props) {
  return (
    <section className={classes['section']} aria-label={title}>
      <div className={classes['head']}>
        <h3 className={classes['title']}>
          {title} {count === undefined ? null : <span className="num">{count}</span>}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
