import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core';
import { type Customer, customers } from '@ringside/core/contract/customers/customer.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { useTell } from '../../ui/use-tell.ts';
import { CustomerStatus } from './CustomerStatus.tsx';

type Standing = Exclude<Customer['status'], 'pending'>;

const STANDINGS: readonly (readonly [Standing, LucideIcon])[] = [
  ['active', CirclePlay],
  ['suspended', CirclePause],
  ['terminated', CircleX],
];

/** Status of the customer and actions to change it. Each action describes its effect first. */
export function CustomerStanding({
  customer,
  mayChange,
}: {
  readonly customer: Customer;
  readonly mayChange: boolean;
}) {
  const { t } = useTranslation('customer');
  const format = useFormat();
  const [wanted, setWanted] = useState<Standing | null>(null);
  return (
    <Panel
      title={t('statusChange.title')}
      actions={
        mayChange ? (
          <Group gap="xs">
            {STANDINGS.filter(([status]) => status !== customer.status).map(([status, Icon]) => (
              <Button
                key={status}
                size="xs"
                variant="default"
                leftSection={<Icon size={14} aria-hidden="true" />}
                onClick={() => setWanted(status)}
              >
                {t(`statusChange.to.${status}`)}
              </Button>
            ))}
          </Group>
        ) : null
      }
    >
      <Group gap="sm">
        <CustomerStatus status={customer.status} />
        <Text size="sm" c="dimmed">
          {t('statusChange.since', { at: format.dateTime(customer.statusSince) })}
        </Text>
        {customer.status === 'suspended' || customer.suspendedAt === null ? null : (
          <Text size="sm" c="dimmed">
            {t('statusChange.lastSuspended', { at: format.dateTime(customer.suspendedAt) })}
          </Text>
        )}
        {customer.status === 'terminated' || customer.terminatedAt === null ? null : (
          <Text size="sm" c="dimmed">
            {t('statusChange.lastTerminated', { at: format.dateTime(customer.terminatedAt) })}
          </Text>
        )}
        {customer.statusReason === '' ? null : (
          <Text size="sm">
            <bdi>{customer.statusReason}</bdi>
          </Text>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt="xs">
        {t(`statusChange.means.${customer.status}`)}
      </Text>
      {wanted === null ? null : <Change customer={customer} wanted={wanted} onClose={() => setWanted(null)} />}
    </Panel>
  );
}

interface ChangeProps {
  readonly customer: Customer;
  readonly wanted: Standing;
  readonly onClose: () => void;
}

function Change({ customer, wanted, onClose }: ChangeProps) {
  const { t } = useTranslation(['customer', 'common']);
  const client = useQueryClient();
  const tell = useTell();
  const errorText = useErrorText();
  const [reason, setReason] = useState(wanted === 'active' ? '' : customer.statusReason);
  const change = useMutation({
    mutationFn: () =>
      call(customers.routes.update, {
        params: { id: customer.id },
        body: { status: wanted, statusReason: reason.trim() },
        headers: { 'if-match': `"${customer.version}"` },
      }),
    onSuccess: async () => {
      tell.done(t('statusChange.done', { name: customer.name, status: t(`options.status.${wanted}`) }));
      onClose();
      await client.invalidateQueries();
    },
  });
  const effects: readonly string[] = t(`statusChange.effects.${wanted}`, { returnObjects: true });
  return (
    <Dialog opened onClose={onClose} title={t(`statusChange.ask.${wanted}`, { name: customer.name })}>
      <List size="sm" spacing={6}>
        {effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
      <Textarea
        label={t('fields.statusReason')}
        mt="md"
        maxLength={255}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {change.error ? (
        <Alert color="red" icon={<TriangleAlert />} mt="sm" role="alert">
          {errorText(change.error)}
        </Alert>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common:actions.cancel')}
        </Button>
        <Button
          {...(wanted === 'active' ? {} : { color: 'red.8' })}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {t(`statusChange.to.${wanted}`)}
        </Button>
      </Group>
    </Dialog>
  );
}
