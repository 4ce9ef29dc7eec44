import type { ReactNode } from 'react';

/** A number, code or address that reads left to right whatever the language, with digits of one width. */
export function Num({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <bdi dir="ltr" className={className ? `num ${className}` : 'num'}>
      {children}
    </bdi>
  );
}
