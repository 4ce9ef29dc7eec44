// The signed-in person’s own pages.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readNotificationSearch } from '../pages/notifications/notification-search.ts';
import { app, forAll, texts } from './frame.tsx';

const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notifications',
  ...forAll,
  validateSearch: readNotificationSearch,
  ...texts('notification'),
}).lazy(async () =>
  createLazyRoute('/app/notifications')({
    component: (await import('../pages/notifications/NotificationsPage.tsx')).NotificationsPage,
  }),
);

const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  ...forAll,
  ...texts('profile', 'apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/profile')({ component: (await import('../pages/profile/ProfilePage.tsx')).ProfilePage }),
);

export const ownRoutes = [notifications, profile] as const;
