import { ActionIcon } from '@mantine/core';
import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { PartBoundary } from '../../ui/page/PartBoundary.tsx';
import { reloadForChunk } from '../../data/api/reach.ts';

const still = (
  <ActionIcon size="lg" component="span" aria-hidden="true">
    <BellIcon size={20} />
  </ActionIcon>
);

// No error page surrounds the app bar, so a chunk that is missing after an upgrade must not break the whole console.
const NotificationMenu = lazy<ComponentType>(() =>
  import('./NotificationMenu.tsx').then(
    (m) => ({ default: m.NotificationMenu }),
    () => {
      void reloadForChunk();
      return { default: () => still };
    },
  ),
);

/** Bell icon in the app bar. Its menu and data load after the page. */
export function Bell() {
  return (
    <Suspense fallback={still}>
      <PartBoundary fallback={still}>
        <NotificationMenu />
      </PartBoundary>
    </Suspense>
  );
}
