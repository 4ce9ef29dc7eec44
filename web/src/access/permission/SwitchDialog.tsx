import { Alert, Button, Group, Text } from '@mantine/core';
import { acl } from '@ringside/core/contract/access/acl.ts';
import type { Permission } from '@ringside/core/contract/access/permission.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAreaName } from '../../locales/use-area-name.ts';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Denies an area to all users with a platform access rule, or removes that rule. The rule also appears in the list of access rules. */
export function SwitchDialog({ row, onClose }: { readonly row: Permission | null; readonly onClose: () => void }) {
  const { t } = useTranslation(['permission', 'common']);
  const areaName = useAreaName();
  const errorText = useErrorText();
  const client = useQueryClient();
  const area = row ? areaName(row.resource) : '';
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
