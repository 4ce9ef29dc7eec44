import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SessionFrame } from './SessionFrame.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Shown for a one-time link that was used, has expired, or was copied incompletely. */
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
