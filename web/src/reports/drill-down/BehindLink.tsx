import { linkSearch } from '../../data/base/link-search.ts';
import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { type DrillDownQuery, formatDrillDown } from './drill-down-query.ts';
import classes from './BehindLink.module.css';

interface Props extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'className' | 'children'> {
  /** null: the figure has no drill-down. */
  readonly behind: DrillDownQuery | null;
  readonly className?: string | undefined;
  /** Accessible name, if the content is not enough. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Links a figure to its drill-down. Passes further props, such as those of a tooltip, to the link. */
export function BehindLink({ behind, className, label, children, ...rest }: Props) {
  if (behind === null) return children;
  return (
    <Link
      {...rest}
      to="."
      search={linkSearch((before: object) => ({ ...before, behind: formatDrillDown(behind) }))}
      className={className ?? classes['link']}
      resetScroll={false}
      aria-label={label}
      data-behind
    >
      {children}
    </Link>
  );
}
