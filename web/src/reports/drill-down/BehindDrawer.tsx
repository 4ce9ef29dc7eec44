import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ListChecks, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { ExportMenu } from '../../data/list/ExportMenu.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { Pager } from '../../data/list/Pager.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useFormat } from '../../ui/use-format.ts';
import table from '../../ui/report/ReportTable.module.css';
import classes from './BehindDrawer.module.css';

export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number };
}

interface Props<Row, Answer extends Page<Row>> {
  readonly title: string;
  /** Filters of the rows. A change returns to the first page. */
  readonly asked: object;
  readonly read: (page: { readonly page: number; readonly perPage: number }, signal: AbortSignal) => Promise<Answer>;
  /** Text below the title. */
  readonly summary?: (answer: Answer) => ReactNode;
  readonly heads: readonly string[];
  /** Export of all rows: API path and column headings. */
  readonly file: { readonly path: string; readonly headings: readonly string[] };
  /** Renders one row of the table. */
  readonly children: (row: Row, index: number) => ReactNode;
  readonly onClose: () => void;
}

/** Drawer with the rows behind a figure. */
export function BehindDrawer<Row, Answer extends Page<Row>>(props: Props<Row, Answer>) {
  const { title, asked, read, summary, heads, file, children, onClose } = props;
  const can = useCan();
  const { t } = useTranslation(['report', 'common']);
  const errorText = useErrorText();
  const { number } = useFormat();
  const about = JSON.stringify(asked);
  const [at, setAt] = useState({ about, page: 1, perPage: 50 });
  const { page, perPage } = at.about === about ? at : { page: 1, perPage: at.perPage };
  const query = useQuery({
    queryKey: ['behind', about, page, perPage],
    queryFn: ({ signal }) => read({ page, perPage }, signal),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <FormDrawer title={title} opened onClose={onClose} size={860}>
      {query.isError ? (
        <EmptyState compact icon={TriangleAlert} tone="bad" title={t('common:list.failed')}>
          {errorText(query.error)}
        </EmptyState>
      ) : data === undefined ? (
        <p className={classes['summary']}>{t('behind.reading')}</p>
      ) : data.meta.total === 0 ? (
        <EmptyState compact icon={ListChecks} title={t('behind.none')} />
      ) : (
        <>
          <div className={classes['top']}>
            <p className={classes['summary']} aria-live="polite">
              <span>{t('behind.rows', { count: data.meta.total, shown: number(data.meta.total) })}</span>
              {summary?.(data)}
            </p>
            {can('export', 'report') ? (
              <ExportMenu
                path={file.path}
                query={() => ({ ...asked, headings: file.headings.join('\n') })}
                title={title}
              />
            ) : null}
          </div>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={classes['rows']} tabIndex={0} role="region" aria-label={title}>
            <table className={table['table']} data-lines="rows">
              <thead>
                <tr>
                  {heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{data.data.map(children)}</tbody>
            </table>
          </div>
          <Pager
            search={{ page, perPage }}
            total={data.meta.total}
            onChange={(change) => setAt({ about, page: 1, perPage, ...change })}
          />
        </>
      )}
    </FormDrawer>
  );
}
