import { Alert, Button, Group, Text } from '@mantine/core';
import { acl } from '@ringside/core/contract/acl.ts';
import type { Permission } from '@ringside/core/contract/permissions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Denies an area to everyone by an access rule of the platform, or takes that rule away: it stands with the others, under access rules. */
export function SwitchDialog({ row, onClose }: { readonly row: Permission | null; readonly onClose: () => void }) {
  const { t } = useTranslation(['permission', 'common']);
  const errorText = useErrorText();
  const client = useQueryClient();
  const area = row ? t(`resources.${row.resource as 'queue'}`) : '';
  const change = useMutation({
    mutationFn: async ({ resource, offRuleId }: Permission): Promise<void> => {
      if (offRuleId !== null) return void (await call(acl.routes.remove, { params: { id: offRuleId } }));
      const rule = { kind: 'access', effect: 'deny', subjectType: 'everyone' } as const;
      await call(acl.routes.create, {
        body: { ...rule, actions: ['manage'], resource, name: t('switch.rule', { area }) },
      });
    },
    onSuccess: async () => {
      await client.invalidateQueries();
      onClose();
    },
  });
  const close = (): void => {
    change.reset();
    onClose();
  };
  const isOn = row?.enabled ?? true;
  return (
    <Dialog opened={row !== null} onClose={close} title={t(isOn ? 'switch.offTitle' : 'switch.onTitle', { area })}>
      <Text c="dimmed">{t(isOn ? 'switch.offHint' : 'switch.onHint')}</Text>
      {change.error ? (
        <Alert color="red" icon={<TriangleAlert />} title={errorText(change.error)} mt="sm" role="alert" />
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('common:actions.cancel')}
        </Button>
        <Button color={isOn ? 'red' : undefined} loading={change.isPending} onClick={() => row && change.mutate(row)}>
          {t(isOn ? 'switch.off' : 'switch.on')}
        </Button>
      </Group>
    </Dialog>
  );
}
