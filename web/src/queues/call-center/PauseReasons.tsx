import { ActionIcon, Alert, Button, Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { FEATURE_CODES } from '@ringside/core/pbx/options/feature-codes.ts';
import { type Callcenter, callcenters, type PauseReason } from '@ringside/core/contract/queues/call-center.ts';
import { reasonLabel } from '@ringside/core/contract/reason-label.ts';
import { Coffee, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../../data/api/problem.ts';
import { useCan } from '../../data/api/use-can.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSave } from '../../data/list/resource-queries.ts';
import { UnsavedGuard } from '../../data/form/UnsavedGuard.tsx';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { LANGUAGES } from '../../locales/language.ts';
import { Num } from '../../ui/Num.tsx';
import { Panel } from '../../ui/Panel.tsx';
import classes from './PauseReasons.module.css';

/** Pause reasons of this call center. Agents and supervisors choose from them, and reports group by them. */
export function PauseReasons({ callcenter }: { readonly callcenter: Callcenter }) {
  const { t, i18n } = useTranslation(['callcenter', 'common']);
  const editable = useCan()('update', 'callcenter');
  const errorText = useErrorText();
  const { errors, show, showProblem, check } = useFieldErrors();
  const save = useSave(callcenters, callcenter);
  const [reasons, setReasons] = useState<readonly PauseReason[]>(callcenter.pauseReasons);
  const dirty = reasons !== callcenter.pauseReasons;
  const edit = (index: number, change: Partial<PauseReason>): void =>
    setReasons((all) => all.map((r, i) => (i === index ? { ...r, ...change } : r)));
  const submit = (): void => {
    const body = { pauseReasons: reasons };
    const found = check(callcenters.update, body);
    show(found);
    if (found.length === 0) save.mutate(body, { onError: showProblem });
  };
  const problem =
    errors['pauseReasons'] ??
    (save.error && !(save.error instanceof ProblemError && save.error.errors.length) ? errorText(save.error) : null);
  return (
    <Panel
      title={t('reasons.title')}
      description={t('reasons.hint')}
      actions={
        editable ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<Plus size={14} aria-hidden="true" />}
            onClick={() =>
              setReasons((all) => [...all, { code: '', label: '', labels: {}, paid: true, maxMinutes: null }])
            }
          >
            {t('reasons.add')}
          </Button>
        ) : null
      }
    >
      <UnsavedGuard dirty={() => dirty && !save.isSuccess} />
      {reasons.length === 0 ? <EmptyState compact icon={Coffee} title={t('reasons.empty')} /> : null}
      {reasons.map((reason, i) =>
        editable ? (
          <ReasonRow
            key={i}
            reason={reason}
            place={i + 1}
            onChange={(change) => edit(i, change)}
            onRemove={() => setReasons((all) => all.filter((_, j) => j !== i))}
          />
        ) : (
          <p key={i} className={classes['plain']}>
            <strong>
              <bdi>{reasonLabel(reason, i18n.language)}</bdi>
            </strong>
            {reason.paid ? ` · ${t('reasons.paid')}` : ''}
          </p>
        ),
      )}
      {problem ? <Alert color="red" icon={<TriangleAlert />} title={problem} role="alert" mt="sm" /> : null}
      {dirty ? (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setReasons(callcenter.pauseReasons)}>
            {t('common:actions.cancel')}
          </Button>
          <Button onClick={submit} loading={save.isPending}>
            {t('common:actions.save')}
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function ReasonRow({
  reason,
  place,
  onChange,
  onRemove,
}: {
  readonly reason: PauseReason;
  /** Position from 1: agents dial it after the pause feature code. */
  readonly place: number;
  readonly onChange: (change: Partial<PauseReason>) => void;
  readonly onRemove: () => void;
}) {
  const { t, i18n } = useTranslation('callcenter');
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (
    <div className={classes['row']}>
      <TextInput
        label={t('reasons.label')}
        value={reason.label}
        onChange={(e) => onChange({ label: e.currentTarget.value })}
      />
      <TextInput
        label={t('reasons.code')}
        value={reason.code}
        styles={{ input: { direction: 'ltr' } }}
        onChange={(e) => onChange({ code: e.currentTarget.value })}
      />
      <NumberInput
        label={t('reasons.maxMinutes')}
        value={reason.maxMinutes ?? ''}
        min={1}
        max={1440}
        allowDecimal={false}
        onChange={(v) => onChange({ maxMinutes: v === '' ? null : Number(v) })}
      />
      <Switch
        label={t('reasons.paid')}
        checked={reason.paid}
        onChange={(e) => onChange({ paid: e.currentTarget.checked })}
      />
      <ActionIcon aria-label={t('reasons.remove', { name: reason.label || reason.code })} onClick={onRemove}>
        <Trash2 size={16} aria-hidden="true" />
      </ActionIcon>
      <details className={classes['languages']}>
        <summary>
          {t('reasons.languages')} · <Num>{`${FEATURE_CODES.pause}${place}`}</Num> {t('reasons.dialled')}
        </summary>
        <div className={classes['names']}>
          {LANGUAGES.map((language) => (
            <TextInput
              key={language}
              label={names.of(language) ?? language}
              lang={language}
              dir="auto"
              placeholder={reason.label}
              value={reason.labels[language] ?? ''}
              onChange={(e) => onChange({ labels: { ...reason.labels, [language]: e.currentTarget.value } })}
            />
          ))}
        </div>
      </details>
    </div>
  );
}
