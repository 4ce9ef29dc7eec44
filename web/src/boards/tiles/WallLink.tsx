import { linkSearch } from '../../data/base/link-search.ts';
import type { BoardQueue } from '@ringside/core/contract/boards/wallboard.ts';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { useCan } from '../../data/api/use-can.ts';

interface Props {
  readonly queues: readonly Pick<BoardQueue, 'serverId' | 'name'>[];
  readonly className: string | undefined;
  readonly style?: CSSProperties;
  /** Shown to users who may not open the live page. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Links to the live page with the queue open. */
export function WallLink({ queues, className, style, otherwise, children }: Props) {
  const can = useCan();
  const [only] = queues;
  if (!can('read', 'dashboard') || only === undefined) return otherwise;
  const search = { queue: `${only.serverId}:${only.name}` };
  return (
    <Link to="/dashboard" search={linkSearch(search)} className={className} style={style}>
      {children}
    </Link>
  );
}
