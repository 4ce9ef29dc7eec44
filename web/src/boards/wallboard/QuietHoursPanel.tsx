import { Button, Group, Switch, TextInput } from '@mantine/core';
import { wallboards, type Wallboard } from '@ringside/core/contract/boards/wallboard.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useSave } from '../../data/list/resource-queries.ts';
import { useTell } from '../../ui/use-tell.ts';
import classes from './PagesEditor.module.css';

const NIGHT = { from: '20:00', to: '07:00' };

/** Hours without alarm sounds. */
export function QuietHoursPanel({ row, readOnly }: { readonly row: Wallboard; readonly readOnly: boolean }) {
  const { t } = useTranslation(['wallboard', 'common']);
  const [hours, setHours] = useState(row.quietHours);
  const save = useSave(wallboards, row);
  const tell = useTell();
  const errorText = useErrorText();
  const keep = async (): Promise<void> => {
    try {
      await save.mutateAsync({ quietHours: hours });
      tell.done(t('common:form.saved'));
    } catch (error) {
      tell.failed(errorText(error));
    }
  };
  return (
    <section className={classes['quiet']}>
      <Switch
        label={t('quiet.title')}
        description={t('quiet.hint')}
        checked={hours !== null}
        disabled={readOnly}
        onChange={(e) => setHours(e.currentTarget.checked ? NIGHT : null)}
      />
      {hours === null ? null : (
        <Group grow>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="time"
              label={t(`quiet.${end}`)}
              value={hours[end]}
              disabled={readOnly}
              onChange={(e) => setHours({ ...hours, [end]: e.currentTarget.value })}
            />
          ))}
        </Group>
      )}
      {readOnly || JSON.stringify(hours) === JSON.stringify(row.quietHours) ? null : (
        <Group justify="flex-end">
          <Button loading={save.isPending} onClick={() => void keep()}>
            {t('common:actions.save')}
          </Button>
        </Group>
      )}
    </section>
  );
}
