import { ActionIcon, Button, Checkbox, Menu, Stack, TextInput } from '@mantine/core';
import {
  updateReportView,
  chooseReportView,
  listReportViews,
  deleteReportView,
  type ReportView,
  saveReportView,
} from '@ringside/core/contract/reports/report-view.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, BookmarkPlus, Save, Star, StarOff, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTell } from '../../ui/use-tell.ts';

type Search = ReportView['search'];

interface Props {
  readonly report: ReportView['report'];
  /** Current search parameters. */
  readonly search: object;
  /** All search fields of the page. Applying a view clears those that it does not name. */
  readonly fields: readonly string[];
  readonly onChange: (change: Record<string, unknown>) => void;
}

const plain = (search: object): Search =>
  Object.fromEntries(
    Object.entries(search).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );
const same = (a: Search, b: Search): boolean =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());

/** Reports whose default view was already applied since the page load. */
const begun = new Set<string>();

/** Menu of named filters. The server stores them; they can be shared within the customer, and one can be the default. */
export function SavedViews({ report, search, fields, onChange }: Props) {
  const { t } = useTranslation('report');
  const [naming, setNaming] = useState(false);
  const now = plain(search);
  const views = useQuery({
    queryKey: [listReportViews.path],
    queryFn: ({ signal }) => call(listReportViews, { signal }),
    staleTime: Infinity,
  });
  const known = (views.data?.data ?? []).filter((view) => view.report === report);
  const apply = (view: ReportView): void =>
    onChange({ ...Object.fromEntries(fields.map((field) => [field, undefined])), ...view.search });
  const first = known.find((view) => view.isDefault);
  // An address without filters starts once with the user's default view.
  useEffect(() => {
    if (views.data === undefined || begun.has(report)) return;
    begun.add(report);
    if (first !== undefined && Object.keys(now).length === 0) apply(first);
  });
  const current = known.find((view) => same(view.search, now));
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label={t('views.title')} title={t('views.title')}>
            <Bookmark size={16} aria-hidden="true" fill={current === undefined ? 'none' : 'currentColor'} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {known.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => apply(view)}
              leftSection={view.isDefault ? <Star size={16} aria-hidden="true" /> : <span style={{ width: 16 }} />}
              rightSection={view.shared ? <Users size={14} role="img" aria-label={t('views.shared')} /> : null}
              fw={view === current ? 600 : undefined}
            >
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {known.length > 0 ? <Menu.Divider /> : null}
          <Menu.Item leftSection={<BookmarkPlus size={16} aria-hidden="true" />} onClick={() => setNaming(true)}>
            {t('views.save')}
          </Menu.Item>
          {current === undefined ? null : <CurrentItems view={current} />}
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t('views.save')} opened={naming} onClose={() => setNaming(false)}>
        <SaveForm report={report} search={now} known={known} onDone={() => setNaming(false)} />
      </Dialog>
    </>
  );
}

const useViewChange = (work: () => Promise<unknown>) => {
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  return useMutation<unknown, unknown, void>({
    mutationFn: work,
    onError: (error) => {
      const [found] = error instanceof ProblemError ? error.errors : [];
      tell.failed(found?.message ?? errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [listReportViews.path] }),
  });
};

function CurrentItems({ view }: { readonly view: ReportView }) {
  const { t } = useTranslation(['report', 'common']);
  const choose = useViewChange(() =>
    call(chooseReportView, { body: { report: view.report, viewId: view.isDefault ? null : view.id } }),
  );
  const share = useViewChange(() =>
    call(updateReportView, { params: { id: view.id }, body: { shared: !view.shared } }),
  );
  const remove = useViewChange(() => call(deleteReportView, { params: { id: view.id } }));
  const Begin = view.isDefault ? StarOff : Star;
  return (
    <>
      <Menu.Item leftSection={<Begin size={16} aria-hidden="true" />} onClick={() => choose.mutate()}>
        {t(view.isDefault ? 'views.noDefault' : 'views.default')}
      </Menu.Item>
      {view.own ? (
        <>
          <Menu.Item leftSection={<Users size={16} aria-hidden="true" />} onClick={() => share.mutate()}>
            {t(view.shared ? 'views.unshare' : 'views.share')}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={() => remove.mutate()}>
            {t('common:actions.delete')}
          </Menu.Item>
        </>
      ) : null}
    </>
  );
}

interface SaveProps {
  readonly report: ReportView['report'];
  readonly search: Search;
  readonly known: readonly ReportView[];
  readonly onDone: () => void;
}

/** Saving under an existing name of the user replaces that view. */
function SaveForm({ report, search, known, onDone }: SaveProps) {
  const { t } = useTranslation('report');
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const existing = known.find((view) => view.own && view.name === name.trim());
  const save = useViewChange(async () => {
    if (existing === undefined) await call(saveReportView, { body: { report, name, search, shared } });
    else await call(updateReportView, { params: { id: existing.id }, body: { search, shared } });
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('views.name')}
          description={existing === undefined ? t('views.nameHint') : t('views.replaces')}
          required
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={t('views.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Button
          type="submit"
          leftSection={<Save size={16} aria-hidden="true" />}
          disabled={name.trim() === ''}
          loading={save.isPending}
        >
          {t('views.keep')}
        </Button>
      </Stack>
    </form>
  );
}
