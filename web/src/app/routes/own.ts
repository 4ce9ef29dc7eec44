// Routes of the signed-in user's own pages.
import { createLazyRoute, createRoute } from '@tanstack/react-router';
import { readNotificationSearch } from '../../boards/notification/notification-search.ts';
import { app, forAll, texts } from './frame.ts';

const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notifications',
  ...forAll,
  validateSearch: readNotificationSearch,
  ...texts('notification'),
}).lazy(async () =>
  createLazyRoute('/app/notifications')({
    component: (await import('../../boards/notification/NotificationsPage.tsx')).NotificationsPage,
  }),
);

const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  ...forAll,
  ...texts('profile', 'apikey', 'permission'),
}).lazy(async () =>
  createLazyRoute('/app/profile')({ component: (await import('../../access/profile/ProfilePage.tsx')).ProfilePage }),
);

export const ownRoutes = [notifications, profile] as const;
