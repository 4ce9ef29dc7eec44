import { Pagination, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/use-format.ts';
import { PAGE_SIZES, PER_PAGE } from './dashboard-search.ts';
import classes from './QueuePager.module.css';

interface Props {
  readonly page: number;
  readonly pages: number;
  readonly perPage: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  readonly onPerPage: (perPage: number) => void;
}

export function QueuePager({ page, pages, perPage, total, onPage, onPerPage }: Props) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { number } = useFormat();
  if (total <= PER_PAGE && perPage === PER_PAGE) return null;
  const sizes = [...new Set<number>([...PAGE_SIZES, perPage])].sort((a, b) => a - b);
  return (
    <nav className={classes['pager']} aria-label={t('queues.pages')}>
      <span className={classes['range']}>
        {t('queues.range', {
          from: number(Math.min(total, (page - 1) * perPage + 1)),
          to: number(Math.min(total, page * perPage)),
          total: number(total),
        })}
      </span>
      <Select
        size="xs"
        w={80}
        aria-label={t('queues.perPage')}
        data={sizes.map(String)}
        value={String(perPage)}
        allowDeselect={false}
        onChange={(v) => onPerPage(Number(v))}
      />
      {pages > 1 ? (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          siblings={1}
          onChange={onPage}
          getItemProps={(p) => ({ 'aria-label': t('common:list.page', { page: p }) })}
          getControlProps={(control) => ({ 'aria-label': t(`common:list.${control}`) })}
        />
      ) : null}
    </nav>
  );
}
