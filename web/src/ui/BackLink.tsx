import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './BackLink.module.css';

/** The look of a way back to a list; `children` is the router's link. The arrow turns with the writing direction. */
export function BackLink({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes['back']}>
      <ChevronLeft size={16} aria-hidden="true" />
      {children}
    </span>
  );
}
