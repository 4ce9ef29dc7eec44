import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface Props {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Status next to the title. */
  readonly mark?: ReactNode;
  /** Buttons at the end of the line. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, mark, actions }: Props) {
  return (
    <header className={classes['header']}>
      <div className={classes['main']}>
        <div className={classes['line']}>
          <h1 className={classes['title']}>
            {/* A name keeps its own direction, such as `101 Lucía` on a Hebrew page. */}
            <bdi>{title}</bdi>
          </h1>
          {mark}
        </div>
        {description ? <p className={classes['description']}>{description}</p> : null}
      </div>
      {actions ? <div className={classes['actions']}>{actions}</div> : null}
    </header>
  );
}
