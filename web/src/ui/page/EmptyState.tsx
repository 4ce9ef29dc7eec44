import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface Props {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** The next step: a button or a link. */
  readonly action?: ReactNode;
  readonly tone?: 'neutral' | 'bad';
  readonly compact?: boolean;
}

/** Message for an empty list, with the next step. Also used for errors (`tone="bad"`). */
export function EmptyState({ icon: Icon, title, children, action, tone = 'neutral', compact = false }: Props) {
  return (
    <div
      className={classes['empty']}
      data-tone={tone}
      data-compact={compact || undefined}
      role={tone === 'bad' ? 'alert' : undefined}
    >
      <span className={classes['icon']}>
        <Icon size={compact ? 20 : 26} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <p className={classes['title']}>{title}</p>
      {children ? <div className={classes['text']}>{children}</div> : null}
      {action ? <div className={classes['action']}>{action}</div> : null}
    </div>
  );
}
