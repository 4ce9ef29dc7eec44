import { Button, FileButton, Group, Text } from '@mantine/core';
import { type Customer, customers, setCustomerLogo } from '@ringside/core/contract/customers.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { ProblemError } from '../../api/problem.ts';
import { useErrorText } from '../../api/use-error-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './CustomerPage.module.css';
import { logoPng } from './logo-png.ts';

/** The picture of the customer's console, shown as its people see it. */
export function CustomerLogo({ customer }: { readonly customer: Customer }) {
  const { t } = useTranslation('customer');
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: (image: string) => call(setCustomerLogo, { params: { id: customer.id }, body: { image } }),
    onSuccess: (_answer, image) => tell.done(t(image === '' ? 'logo.removed' : 'logo.saved')),
    onError: (error) =>
      tell.failed((error instanceof ProblemError ? error.errors[0]?.message : undefined) ?? errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: [customers.path] }),
  });
  const open = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const image = await logoPng(file);
    if (image === null) tell.failed(t('logo.unreadable'));
    else keep.mutate(image);
  };
  return (
    <Panel title={t('logo.title')} description={t('logo.hint')}>
      <Group gap="md">
        {customer.logo === null ? (
          <Text size="sm" c="dimmed">
            {t('logo.none')}
          </Text>
        ) : (
          <img src={customer.logo} alt={t('logo.alt', { name: customer.name })} className={classes['logo']} />
        )}
        <FileButton accept="image/png,image/jpeg,image/webp" onChange={(file) => void open(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={keep.isPending}
              leftSection={<ImageUp size={16} aria-hidden="true" />}
            >
              {t(customer.logo === null ? 'logo.add' : 'logo.change')}
            </Button>
          )}
        </FileButton>
        {customer.logo === null ? null : (
          <Button variant="subtle" color="red" disabled={keep.isPending} onClick={() => keep.mutate('')}>
            {t('logo.remove')}
          </Button>
        )}
      </Group>
    </Panel>
  );
}
