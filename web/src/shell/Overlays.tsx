import type { NotificationsProps } from '@mantine/notifications';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { reloadOnce } from './chunk-reload.ts';

// Nobody is notified of anything before the first page is there. No error page stands around this one: a chunk that is
// gone after an upgrade must not take the whole console with it.
const Notifications = lazy<ComponentType<NotificationsProps>>(() =>
  import('@mantine/notifications').then(
    (m) => ({ default: m.Notifications }),
    () => {
      reloadOnce();
      return { default: () => null };
    },
  ),
);

/** What floats over every page. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {/* Below, where neither the bar nor a page's filters and buttons are covered. */}
        <Notifications position="bottom-center" autoClose={6000} />
      </Suspense>
    </>
  );
}
