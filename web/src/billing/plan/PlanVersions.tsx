import { Button, Menu } from '@mantine/core';
import {
  listPlanVersions,
  type Plan,
  type PlanVersion,
  deletePlanVersion,
} from '@ringside/core/contract/billing/plan.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Clock, GitCompare, History, PencilLine, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { DeleteItem } from '../../data/form/DeleteItem.tsx';
import { EditItem } from '../../data/form/EditItem.tsx';
import { FormDrawer } from '../../data/form/FormDrawer.tsx';
import { RowMenu } from '../../data/list/RowMenu.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './Plans.module.css';
import { TermsForm } from './TermsForm.tsx';
import { TermsTable } from './TermsTable.tsx';
import { useMoney } from '../../ui/use-money.ts';

const LOOKS = {
  draft: { tone: 'hold', icon: PencilLine },
  scheduled: { tone: 'hold', icon: Clock },
  current: { tone: 'ok', icon: CircleCheck },
  past: { tone: 'idle', icon: History },
} as const;

interface Doing {
  readonly what: 'new' | 'edit' | 'look' | 'remove';
  readonly version: PlanVersion;
}

/** Versions of a plan. A version in force cannot be changed; a future one can. */
export function PlanVersions({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation(['plan', 'common']);
  const format = useFormat();
  const money = useMoney(plan.currency);
  const can = useCan();
  const [doing, setDoing] = useState<Doing | null>(null);
  const { data } = useQuery({
    queryKey: ['/plans', 'versions', plan.id, plan.version],
    queryFn: ({ signal }) => call(listPlanVersions, { params: { id: plan.id }, signal }),
  });
  const versions = data?.data ?? [];
  const current = versions.find((v) => v.state === 'current');
  const newest = versions[0];
  const close = (): void => setDoing(null);
  const form = doing?.what === 'new' || doing?.what === 'edit' ? doing : null;
  return (
    <Panel
      title={t('versions.title')}
      description={t('versions.hint')}
      flush
      actions={
        can('update', 'plan') && newest ? (
          <Button
            size="xs"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() => setDoing({ what: 'new', version: newest })}
          >
            {t('terms.add')}
          </Button>
        ) : null
      }
    >
      <ul className={classes['rows']}>
        {versions.map((v) => (
          <li key={v.number} className={classes['row']}>
            <strong>{t('versions.number', { number: v.number })}</strong>
            <StatusBadge {...LOOKS[v.state]}>{t(`versions.state.${v.state}`)}</StatusBadge>
            <span className={classes['dim']}>{v.validFrom === null ? '' : format.dateTime(v.validFrom)}</span>
            <span className={classes['end']}>
              {plan.purpose === 'carrier' ? null : money(v.terms.fixedFee)}
              <VersionMenu
                version={v}
                comparable={current !== undefined && v !== current}
                onDo={(what) => setDoing({ what, version: v })}
                last={versions.length === 1}
              />
            </span>
          </li>
        ))}
      </ul>
      <FormDrawer
        title={form?.what === 'edit' ? t('terms.edit', { number: form.version.number }) : t('terms.add')}
        opened={form !== null}
        onClose={close}
      >
        {form ? (
          <TermsForm plan={plan} base={form.version} editing={form.what === 'edit'} onSaved={close} onCancel={close} />
        ) : null}
      </FormDrawer>
      <Dialog opened={doing?.what === 'look'} onClose={close} size="lg" title={lookTitle(t, doing?.version, current)}>
        {doing ? <TermsTable version={doing.version} current={current} currency={plan.currency} /> : null}
      </Dialog>
      <RemoveVersion plan={plan} version={doing?.what === 'remove' ? doing.version : null} onClose={close} />
    </Panel>
  );
}

const lookTitle = (
  t: (key: 'versions.termsOf' | 'versions.difference', values: { readonly number: number }) => string,
  version: PlanVersion | undefined,
  current: PlanVersion | undefined,
): string =>
  t(current === undefined || version?.number === current.number ? 'versions.termsOf' : 'versions.difference', {
    number: version?.number ?? 0,
  });

interface MenuProps {
  readonly version: PlanVersion;
  readonly comparable: boolean;
  /** Whether this is the last version, which cannot be deleted. */
  readonly last: boolean;
  readonly onDo: (what: Doing['what']) => void;
}

function VersionMenu({ version, comparable, last, onDo }: MenuProps) {
  const { t } = useTranslation(['plan', 'common']);
  const can = useCan();
  const open = can('update', 'plan') && (version.state === 'draft' || version.state === 'scheduled');
  return (
    <RowMenu name={t('versions.number', { number: version.number })}>
      <Menu.Item leftSection={<GitCompare size={16} aria-hidden="true" />} onClick={() => onDo('look')}>
        {comparable ? t('versions.compare') : t('terms.look')}
      </Menu.Item>
      {open ? <EditItem onClick={() => onDo('edit')} /> : null}
      {open && !last ? <DeleteItem onClick={() => onDo('remove')} /> : null}
    </RowMenu>
  );
}

function RemoveVersion({
  plan,
  version,
  onClose,
}: {
  readonly plan: Plan;
  readonly version: PlanVersion | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['plan', 'common']);
  const errorText = useErrorText();
  const tell = useTell();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (number: number) => call(deletePlanVersion, { params: { id: plan.id, number } }),
    onSuccess: async (_, number) => {
      tell.done(t('versions.removed', { number }));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onClose();
    },
  });
  const number = version?.number ?? 0;
  return (
    <ConfirmDialog
      opened={version !== null}
      onClose={onClose}
      title={t('versions.remove', { number })}
      hint={t('versions.removeHint')}
      action={t('common:actions.delete')}
      onConfirm={() => remove.mutate(number)}
      loading={remove.isPending}
      error={remove.isError ? errorText(remove.error) : null}
    />
  );
}
