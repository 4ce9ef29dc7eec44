import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Read-only field that shows a value in full with a copy button. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation('common');
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        style={{ flex: 1 }}
        styles={{ input: { direction: 'ltr', fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(e) => e.currentTarget.select()}
      />
      <CopyButton value={value} timeout={2500}>
        {({ copied, copy }) => (
          <Button
            variant={copied ? 'light' : 'filled'}
            leftSection={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
            onClick={copy}
          >
            {copied ? t('actions.copied') : t('actions.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
