import { Alert, Button, CopyButton, Group, ScrollArea, Stack, Table } from '@mantine/core';
import type { SipAccount } from '@ringside/core/contract/subscribers/subscriber.ts';
import { Check, Copy, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { Num } from '../../ui/Num.tsx';

/** Shows the accounts of a new range with their passwords once. null: closed. */
export function RangeDialog({
  accounts,
  onClose,
}: {
  readonly accounts: readonly SipAccount[] | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['subscriber', 'common']);
  const lines = accounts ?? [];
  const text = lines.map((line) => [line.extension, line.sipUsername, line.secret].join('\t')).join('\n');
  return (
    <Dialog opened={accounts !== null} onClose={onClose} title={t('range.made', { count: lines.length })} size="xl">
      <Stack gap="md">
        <Alert color="yellow" icon={<ShieldAlert />}>
          {t('account.hint')}
        </Alert>
        <ScrollArea.Autosize mah={360} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Table stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('fields.extension')}</Table.Th>
                <Table.Th>{t('fields.sipUsername')}</Table.Th>
                <Table.Th>{t('account.secret')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((line) => (
                <Table.Tr key={line.id}>
                  <Table.Td>
                    <Num>{line.extension}</Num>
                  </Table.Td>
                  <Table.Td>
                    <Num>{line.sipUsername}</Num>
                  </Table.Td>
                  <Table.Td ff="monospace">
                    <Num>{line.secret}</Num>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <CopyButton value={text} timeout={2500}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
                onClick={copy}
              >
                {copied ? t('common:actions.copied') : t('range.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('account.kept')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
