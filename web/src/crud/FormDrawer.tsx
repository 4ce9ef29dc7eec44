import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FormDrawer.module.css';

interface Props {
  readonly title: string;
  readonly opened: boolean;
  /** Closing is a navigation, so that the form's own guard can ask first. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form at the side of its list, at the end of the line; the whole width on a phone. */
export function FormDrawer({ title, opened, onClose, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={560}
      title={title}
      padding="lg"
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      classNames={{ content: classes['content'] ?? '', title: classes['title'] ?? '' }}
    >
      {children}
    </Drawer>
  );
}
