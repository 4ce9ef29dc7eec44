import { Alert, Button, Code, Group, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import type { SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/CopyField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { softphoneTexts } from './softphone-texts.ts';

/** Shows a subscriber's SIP account with its password, and the settings for common phones. null: closed. */
export function AccountDialog({
  account,
  onClose,
}: {
  readonly account: SipAccount | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('subscriber');
  return (
    <Dialog
      opened={account !== null}
      onClose={onClose}
      title={account ? t('account.title', { extension: account.extension }) : ''}
      size="xl"
    >
      {account ? <Account account={account} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Account({ account, onClose }: { readonly account: SipAccount; readonly onClose: () => void }) {
  const { t } = useTranslation('subscriber');
  const texts = softphoneTexts(account);
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<ShieldAlert />}>
        {t('account.hint')}
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack gap="sm">
          <CopyField label={t('fields.sipUsername')} value={account.sipUsername} />
          <CopyField label={t('account.secret')} value={account.secret} />
          {account.sipHost === '' ? (
            <Text size="sm" c="dimmed">
              {t('account.noHost')}
            </Text>
          ) : (
            <CopyField label={t('account.host')} value={account.sipHost} />
          )}
        </Stack>
        <Stack gap="xs">
          <QrCode text={texts.find(({ key }) => key === 'linphone')?.text ?? ''} label={t('account.qr')} />
          <Text size="sm" c="dimmed" ta="center">
            {t('account.qrHint')}
          </Text>
        </Stack>
      </SimpleGrid>
      <Tabs defaultValue="linphone" keepMounted={false}>
        <Tabs.List aria-label={t('account.phones')}>
          {texts.map(({ key, name }) => (
            <Tabs.Tab key={key} value={key}>
              {name ?? t(`account.${key as 'deskPhone' | 'webPhone'}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {texts.map(({ key, text }) => (
          <Tabs.Panel key={key} value={key} pt="sm">
            <Code block dir="ltr" tabIndex={0} aria-label={t('account.settings')}>
              {text}
            </Code>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('account.kept')}</Button>
      </Group>
    </Stack>
  );
}
