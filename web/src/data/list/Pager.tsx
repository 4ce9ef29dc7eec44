import { Pagination, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import { type ListSearch, PAGE_SIZES } from './list-search.ts';
import classes from './Pager.module.css';

interface Props {
  readonly search: ListSearch;
  readonly total: number;
  readonly onChange: (change: { page?: number; perPage?: number }) => void;
}

export function Pager({ search, total, onChange }: Props) {
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const perPage = search.perPage ?? 25;
  const page = search.page ?? 1;
  const pages = Math.max(1, Math.ceil(total / perPage));
  const from = Math.min(total, (page - 1) * perPage + 1);
  const to = Math.min(total, page * perPage);
  const sizes = [...new Set<number>([...PAGE_SIZES, perPage])].sort((a, b) => a - b);
  return (
    <div className={classes['pager']}>
      <span className={`num ${classes['range'] ?? ''}`} aria-live="polite">
        {t('list.range', { from: number(from), to: number(to), total: number(total) })}
      </span>
      {total > PAGE_SIZES[0] ? (
        <Select
          size="xs"
          w={76}
          aria-label={t('list.perPage')}
          data={sizes.map(String)}
          value={String(perPage)}
          allowDeselect={false}
          onChange={(v) => onChange({ perPage: Number(v) })}
        />
      ) : null}
      {pages > 1 ? (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          siblings={1}
          onChange={(p) => onChange({ page: p })}
          getItemProps={(p) => ({ 'aria-label': t('list.page', { page: p }) })}
          getControlProps={(control) => ({ 'aria-label': t(`list.${control}`) })}
        />
      ) : null}
    </div>
  );
}
