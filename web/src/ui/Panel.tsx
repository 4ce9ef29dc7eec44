import type { ReactNode } from 'react';
import { PartBoundary } from './page/PartBoundary.tsx';
import classes from './Panel.module.css';

interface Props {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Removes the padding, for lists. */
  readonly flush?: boolean;
}

/** Titled section of a page. */
export function Panel({ title, description, actions, children, flush = false }: Props) {
  return (
    <section className={classes['panel']}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <h2 className={classes['title']}>{title}</h2>
          {description ? <p className={classes['description']}>{description}</p> : null}
        </div>
        {actions}
      </div>
      <div className={flush ? undefined : classes['body']}>
        <PartBoundary>{children}</PartBoundary>
      </div>
    </section>
  );
}
