import { describe, expect, it } from 'vitest';
import { NAVIGATION, pagesOf } from '../navigation/navigation.ts';
import { router } from '../routes.tsx';

const pages = Object.values(router.routesById).filter(({ id }) => id.startsWith('/app/'));
const accessOf = (path: string): unknown => pages.find(({ id }) => id === `/app${path}`)?.options.staticData?.access;

describe('access to pages', () => {
  it.each(pages.map(({ id }) => id))('is declared for %s', (id) => {
    expect(pages.find((page) => page.id === id)?.options.staticData).toHaveProperty('access');
  });

  it.each(pagesOf(NAVIGATION).map((page) => [page.to, page.access] as const))(
    'is the same in the menu and for %s',
    (to, access) => {
      expect(accessOf(to)).toEqual(access ?? null);
    },
  );
});
