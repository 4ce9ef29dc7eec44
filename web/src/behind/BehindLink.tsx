import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Behind, writeBehind } from './behind.ts';
import classes from './BehindLink.module.css';

interface Props {
  /** null: nothing stands behind it. */
  readonly behind: Behind | null;
  readonly className?: string | undefined;
  /** What it says, where its content does not. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** A figure that leads to the rows that it was counted from. */
export function BehindLink({ behind, className, label, children }: Props) {
  if (behind === null) return children;
  return (
    <Link
      to="."
      search={((before: object) => ({ ...before, behind: writeBehind(behind) })) as never}
      className={className ?? classes['link']}
      resetScroll={false}
      aria-label={label}
      data-behind
    >
      {children}
    </Link>
  );
}
