import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface Props {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Beside the title: a status. */
  readonly mark?: ReactNode;
  /** At the end of the line: buttons. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, mark, actions }: Props) {
  return (
    <header className={classes['header']}>
      <div className={classes['main']}>
        <div className={classes['line']}>
          <h1 className={classes['title']}>
            {/* A name has its own direction: `101 Lucía` in a Hebrew page too. */}
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
