import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type * as contract from '@ringside/core/contract/search.ts';
import { rank } from '@ringside/core/search/rank.ts';
import { useTranslation } from 'react-i18next';
import { type Address, call } from '../../api/call.ts';
import { useUser } from '../../api/session.ts';
import { useFormat } from '../../ui/use-format.ts';
import { NAVIGATION, pagesOf, visibleNavigation } from '../navigation.ts';
import { hitTarget } from './hit-target.ts';

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
  const { t } = useTranslation(['shell', 'search']);
  const { abilities } = useUser();
  const pages = pagesOf(visibleNavigation(NAVIGATION, abilities)).map((entry) => ({
    to: entry.to,
    title: t(`shell:nav.${entry.key}`),
  }));
  const all = [...pages, { to: '/profile', title: t('search:profilePage') }];
  const candidates = all.map((page) => ({ item: page, texts: [page.title, page.to] }));
  return rank(query, candidates, MOST_PAGES).map(({ to, title }) => ({ key: `page ${to}`, title, detail: '', to }));
};

/** Pages at once, the rest when the server has answered what was typed last. */
export const useSearchResults = (typed: string) => {
  const query = typed.trim();
  const [asked] = useDebouncedValue(query, TYPING_MS);
  const pages = usePages(query);
  const { dateTime } = useFormat();
  const { data, isError, isFetching } = useQuery({
    queryKey: ['search', asked],
    queryFn: ({ signal }) => call<typeof contract.search>(SEARCH, { query: { q: asked }, signal }),
    enabled: asked !== '',
    // What was found for the letters before stays until the new answer is there.
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
