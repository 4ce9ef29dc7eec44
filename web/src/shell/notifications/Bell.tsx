import { ActionIcon } from '@mantine/core';
import { Bell as BellIcon } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { reloadOnce } from '../chunk-reload.ts';

const still = (
  <ActionIcon size="lg" component="span" aria-hidden="true">
    <BellIcon size={20} />
  </ActionIcon>
);

// No error page stands around the bar: a chunk that is gone after an upgrade must not take the whole console with it.
const NotificationMenu = lazy<ComponentType>(() =>
  import('./NotificationMenu.tsx').then(
    (m) => ({ default: m.NotificationMenu }),
    () => {
      reloadOnce();
      return { default: () => still };
    },
  ),
);

/** The bell's place in the bar from the first moment; what it tells is fetched after the page. */
export function Bell() {
  return (
    <Suspense fallback={still}>
      <NotificationMenu />
    </Suspense>
  );
}
