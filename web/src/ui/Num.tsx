import type { ReactNode } from 'react';

/** Number, code or address: left-to-right in every language, with fixed-width digits. */
export function Num({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <bdi dir="ltr" className={className ? `num ${className}` : 'num'}>
      {children}
    </bdi>
  );
}
