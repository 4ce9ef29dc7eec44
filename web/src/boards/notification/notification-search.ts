interface NotificationSearch {
  readonly page?: number;
  readonly perPage?: number;
  readonly show?: 'unread';
}

/** Reads the search parameters of the page. Drops invalid values. */
export const readNotificationSearch = (s: Record<string, unknown>): NotificationSearch => {
  const page = Number(s['page']);
  const perPage = Number(s['perPage']);
  return {
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(Number.isInteger(perPage) && perPage >= 1 && perPage <= 100 && perPage !== 25 ? { perPage } : {}),
    ...(s['show'] === 'unread' ? { show: 'unread' as const } : {}),
  };
};
