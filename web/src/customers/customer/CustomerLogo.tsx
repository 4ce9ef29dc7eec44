import { Button, FileButton, Group, Text } from '@mantine/core';
import { type Customer, customers, setCustomerLogo } from '@ringside/core/contract/customers/customer.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { Panel } from '../../ui/Panel.tsx';
import { useTell } from '../../ui/use-tell.ts';
import classes from './CustomerPage.module.css';

/** Maximum size in pixels: twice the largest display size. */
const MOST = { width: 480, height: 160 } as const;

/** Converts an image to a base64 PNG of at most the maximum size, with transparency. Returns null if the browser cannot read it. */
const logoPng = async (file: File): Promise<string | null> => {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, MOST.width / picture.width, MOST.height / picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(32, Math.round(picture.width * scale));
  canvas.height = Math.max(32, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser does not support canvas');
  context.imageSmoothingQuality = 'high';
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  return canvas.toDataURL('image/png').replace(/^data:[^,]*,/, '');
};

/** Logo of the customer's console, shown as its users see it. */
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
