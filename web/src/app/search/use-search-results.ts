import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type * as contract from '@ringside/core/contract/system/search.ts';
import { rank } from '@ringside/core/base/rank.ts';
import { useTranslation } from 'react-i18next';
import { type Address, call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useFormat } from '../../ui/use-format.ts';
import { NAVIGATION, pagesOf, visibleNavigation } from '../navigation/navigation.ts';
import { useMenuTitle } from '../navigation/use-menu-title.ts';
import type { SearchGroup, SearchHit } from '@ringside/core/contract/system/search.ts';

/** Returns the path within the console that a hit links to. */
const hitTarget = (kind: SearchGroup, hit: SearchHit, typed: string): string => {
  const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();
  switch (kind) {
    case 'customer':
      return `/customers/${hit.id}`;
    case 'callcenter':
      return `/callcenters/${hit.id}`;
    case 'user':
      return `/users/${hit.id}`;
    case 'subscriber':
      return `/subscribers/${hit.id}`;
    case 'did':
      return `/dids/${hit.id}`;
    // The list in the background shows all calls of that number.
    case 'cdr':
      return `/reports/cdr?${query({ q: typed, call: hit.id })}`;
    case 'endpoint':
      return `/endpoints?${query({ q: hit.title })}`;
    case 'call':
      return `/dashboard?${query({ calls: hit.title })}`;
    case 'queue':
    case 'agent':
      return `/dashboard?${query({ queue: hit.queue ?? '' })}`;
  }
};

const SEARCH: Address<typeof contract.search> = { method: 'GET', path: '/search' };
const TYPING_MS = 150;
const MOST_PAGES = 5;

export interface Result {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly to: string;
}
export interface ResultGroup {
  readonly kind: 'page' | contract.SearchGroup;
  readonly results: readonly Result[];
}

const usePages = (query: string): readonly Result[] => {
  const { t } = useTranslation('search');
  const titleOf = useMenuTitle();
  const { abilities } = useUser();
  const pages = pagesOf(visibleNavigation(NAVIGATION, abilities)).map((entry) => ({
    to: entry.to,
    title: titleOf(entry),
  }));
  const all = [...pages, { to: '/profile', title: t('profilePage') }];
  const candidates = all.map((page) => ({ item: page, texts: [page.title, page.to] }));
  return rank(query, candidates, MOST_PAGES).map(({ to, title }) => ({ key: `page ${to}`, title, detail: '', to }));
};

/** Returns matching pages at once, and other results when the server has answered. */
export const useSearchResults = (typed: string) => {
  const query = typed.trim();
  const [asked] = useDebouncedValue(query, TYPING_MS);
  const pages = usePages(query);
  const { dateTime } = useFormat();
  const { data, isError, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call<typeof contract.search>(SEARCH, { query: { q: asked }, signal }),
    enabled: asked !== '',
    // Keeps the results of the previous input until the new answer arrives.
    placeholderData: (before) => before,
    staleTime: 5_000,
    gcTime: 60_000,
  });
  const found = query === '' ? [] : (data?.groups ?? []);
  const groups: readonly ResultGroup[] = [
    { kind: 'page' as const, results: pages },
    ...found.map(({ kind, hits }) => ({
      kind,
      results: hits.map((hit) => ({
        key: `${kind} ${hit.id}`,
        title: hit.title,
        detail: [hit.at === undefined ? '' : dateTime(hit.at), hit.detail].filter((part) => part !== '').join(' · '),
        to: hitTarget(kind, hit, asked),
      })),
    })),
  ].filter(({ results }) => results.length > 0);
  return { query, groups, failed: isError, waiting: isFetching || asked !== query };
};
