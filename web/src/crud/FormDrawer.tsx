import { Drawer, FocusTrap } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FormDrawer.module.css';

interface Props {
  readonly title: string;
  readonly opened: boolean;
  /** Closing is a navigation, so that the form's own guard can ask first. */
  readonly onClose: () => void;
  /** Pixels; the whole width on a phone. */
  readonly size?: number;
  readonly children: ReactNode;
}

/** A form at the side of its list, at the end of the line; the whole width on a phone. */
export function FormDrawer({ title, opened, onClose, size = 560, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <Drawer.Root opened={opened} onClose={onClose} position="right" size={size}>
      <Drawer.Overlay />
      <Drawer.Content className={classes['content'] ?? ''}>
        {/* Neither the close button nor an input: a screen reader begins with the title. */}
        <FocusTrap.InitialFocus />
        <div className={classes['head']}>
          <Drawer.Title className={classes['title'] ?? ''}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('actions.close')} />
        </div>
        <Drawer.Body p="lg" pt={0}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
