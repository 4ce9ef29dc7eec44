import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type * as contract from '@ringside/core/contract/system/search.ts';
import { rank } from '@ringside/core/base/rank.ts';
import { FileText, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Address, call } from '../../data/api/call.ts';
import { useUser } from '../../data/api/session.ts';
import { useFormat } from '../../ui/use-format.ts';
import { NAVIGATION, pagesOf, visibleNavigation } from '../navigation/navigation.ts';
import { keyed } from '../../locales/keyed.ts';
import { useMenuTitle } from '../navigation/use-menu-title.ts';
import { SEARCH_KINDS } from './search-kinds.ts';

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
  readonly icon: LucideIcon;
  readonly title: string;
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

const useKindTitle = (): ((kind: contract.SearchGroup) => string) => {
  const { t } = useTranslation('search');
  const menuTitle = useMenuTitle();
  return (kind) => {
    const { texts } = SEARCH_KINDS[kind];
    return texts === undefined ? keyed(t)(`groups.${kind}`) : menuTitle({ key: kind, texts });
  };
};

/** Returns matching pages at once, and other results when the server has answered. */
export const useSearchResults = (typed: string) => {
  const query = typed.trim();
  const [asked] = useDebouncedValue(query, TYPING_MS);
  const { t } = useTranslation('search');
  const titleOf = useKindTitle();
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
    { kind: 'page' as const, icon: FileText, title: t('groups.page'), results: pages },
    ...found.map(({ kind, hits }) => ({
      kind,
      icon: SEARCH_KINDS[kind].icon,
      title: titleOf(kind),
      results: hits.map((hit) => ({
        key: `${kind} ${hit.id}`,
        title: hit.title,
        detail: [hit.at === undefined ? '' : dateTime(hit.at), hit.detail].filter((part) => part !== '').join(' · '),
        to: SEARCH_KINDS[kind].to(hit, asked),
      })),
    })),
  ].filter(({ results }) => results.length > 0);
  return { query, groups, failed: isError, waiting: isFetching || asked !== query };
};
