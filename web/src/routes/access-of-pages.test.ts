import { describe, expect, it } from 'vitest';
import { NAVIGATION, pagesOf } from '../shell/navigation.ts';
import { router } from '../routes.tsx';

const pages = Object.values(router.routesById).filter(({ id }) => id.startsWith('/app/'));
const accessOf = (path: string): unknown => pages.find(({ id }) => id === `/app${path}`)?.options.staticData?.access;

describe('who may open a page', () => {
  it.each(pages.map(({ id }) => id))('is said of %s', (id) => {
    expect(pages.find((page) => page.id === id)?.options.staticData).toHaveProperty('access');
  });

  it.each(pagesOf(NAVIGATION).map((page) => [page.to, page.access] as const))('the menu and %s agree', (to, access) => {
    expect(accessOf(to)).toEqual(access ?? null);
  });
});
