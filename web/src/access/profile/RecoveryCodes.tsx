import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { Check, Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './RecoveryCodes.module.css';

/** Shows the recovery codes once. Closes when the user confirms that they are stored. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('codes.hint')}</Text>
      <ul className={classes['codes']} dir="ltr" aria-label={t('codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={text} timeout={2500}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
              onClick={copy}
            >
              {copied ? t('common:actions.copied') : t('codes.copyAll')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="ringside-recovery-codes.txt"
          leftSection={<Download size={16} aria-hidden="true" />}
        >
          {t('codes.download')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('codes.done')}</Button>
      </Group>
    </Stack>
  );
}
