import type { BoardQueue } from '@ringside/core/contract/wallboards.ts';
import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { useCan } from '../../api/use-can.ts';

interface Props {
  readonly queues: readonly Pick<BoardQueue, 'serverId' | 'name'>[];
  readonly className: string | undefined;
  readonly style?: CSSProperties;
  /** To who may not see the live page. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** To the live page, with the queue opened. */
export function WallLink({ queues, className, style, otherwise, children }: Props) {
  const can = useCan();
  const [only] = queues;
  if (!can('read', 'dashboard') || only === undefined) return otherwise;
  const search = { queue: `${only.serverId}:${only.name}` };
  return (
    <Link to="/dashboard" search={search as never} className={className} style={style}>
      {children}
    </Link>
  );
}
