import { Button, Popover, Stack } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FilterInput } from './FilterInput.tsx';
import type { Filter } from './list-filters.ts';
import type { ListSearch } from './list-search.ts';
import type { ResourceText } from './use-resource-text.ts';

interface Props {
  readonly filters: readonly Filter[];
  readonly texts: ResourceText;
  readonly search: ListSearch;
  readonly onChange: (change: Record<string, string | undefined>) => void;
}

/** Button with the less used filters. Shows the number of active ones. */
export function MoreFilters({ filters, texts, search, onChange }: Props) {
  const { t } = useTranslation('common');
  const set = filters.filter((filter) => search[filter.field] !== undefined).length;
  return (
    <Popover position="bottom-start" width={280} trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant={set > 0 ? 'light' : 'default'}
          leftSection={<ListFilter size={16} aria-hidden="true" />}
          fw={set > 0 ? 600 : 400}
        >
          {set > 0 ? t('list.moreFiltersSet', { n: set }) : t('list.moreFilters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {filters.map((filter) => (
            <FilterInput
              key={filter.field}
              labelled
              filter={filter}
              texts={texts}
              value={search[filter.field] === undefined ? null : String(search[filter.field])}
              onChange={(value) => onChange({ [filter.field]: value })}
            />
          ))}
          <Button
            size="xs"
            variant="default"
            disabled={set === 0}
            onClick={() => onChange(Object.fromEntries(filters.map((filter) => [filter.field, undefined])))}
          >
            {t('list.clearMore')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
