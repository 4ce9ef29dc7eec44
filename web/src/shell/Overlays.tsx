import { lazy, type ReactNode, Suspense } from 'react';

// Nobody is notified of anything before the first page is there.
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** What floats over every page. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense fallback={null}>
        <Notifications position="top-center" autoClose={6000} />
      </Suspense>
    </>
  );
}
