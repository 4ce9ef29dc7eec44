import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type Tone = 'ok' | 'busy' | 'warn' | 'bad' | 'hold' | 'idle' | 'accent';

interface Props {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly children: ReactNode;
  readonly title?: string;
  /** Without the tinted background, for dense rows. */
  readonly plain?: boolean;
}

/** Status text with an icon and a color by meaning. No CSS transitions, because hundreds of badges may change in a second. */
export function StatusBadge({ tone, icon: Icon, children, title, plain = false }: Props) {
  return (
    <span className={classes['badge']} data-tone={tone} data-plain={plain || undefined} title={title}>
      <Icon size={14} strokeWidth={2.25} aria-hidden="true" />
      <span className={classes['label']}>{children}</span>
    </span>
  );
}
