import type { NotificationsProps } from '@mantine/notifications';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { reloadForChunk } from '../../data/api/reach.ts';

// Loaded separately, because there are no notifications before the first page. No error page surrounds this component, so a chunk that is
// missing after an upgrade must not break the whole console.
const Notifications = lazy<ComponentType<NotificationsProps>>(() =>
  import('@mantine/notifications').then(
    (m) => ({ default: m.Notifications }),
    () => {
      void reloadForChunk();
      return { default: () => null };
    },
  ),
);

/** Wraps the pages with the notifications. */
export function Overlays({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {/* At the bottom, so that they do not cover the app bar, filters or buttons. */}
        <Notifications position="bottom-center" autoClose={6000} />
      </Suspense>
    </>
  );
}
