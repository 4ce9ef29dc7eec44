import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SessionFrame } from './SessionFrame.tsx';
import { LinkButton } from '../../shell/LinkButton.tsx';

/** A one-time link that was used, is too old, or was not copied whole. */
export function LinkGone({ title, hint }: { readonly title: string; readonly hint: string }) {
  const { t } = useTranslation('session');
  return (
    <SessionFrame title={title}>
      <Text c="dimmed" mt="sm">
        {hint}
      </Text>
      <LinkButton to="/login" mt="xl" variant="default" size="md">
        {t('link.toLogin')}
      </LinkButton>
    </SessionFrame>
  );
}
