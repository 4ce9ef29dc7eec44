import { Drawer, FocusTrap } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PartBoundary } from '../../ui/page/PartBoundary.tsx';
import classes from './FormDrawer.module.css';

interface Props {
  readonly title: string;
  readonly opened: boolean;
  /** Closing is a navigation, so that the unsaved-changes guard can ask first. */
  readonly onClose: () => void;
  /** Width in pixels. On a phone the drawer has the full width. */
  readonly size?: number;
  readonly children: ReactNode;
}

/** Drawer with a form next to its list. Full width on a phone. */
export function FormDrawer({ title, opened, onClose, size = 560, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={size}>
      <Drawer.Overlay />
      <Drawer.Content className={classes['content'] ?? ''}>
        {/* Screen readers start with the title, not with the close button or an input. */}
        <FocusTrap.InitialFocus />
        <div className={classes['head']}>
          <Drawer.Title className={classes['title'] ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('actions.close')} />
        </div>
        <Drawer.Body p="lg" pt={0}>
          <PartBoundary>{children}</PartBoundary>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
