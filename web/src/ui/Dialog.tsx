import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PartBoundary } from './page/PartBoundary.tsx';
import classes from './Dialog.module.css';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | 'xl';
  readonly zIndex?: number;
  readonly children: ReactNode;
}

/** Dialog for a question or a short task. Mantine's own header would count as a second banner landmark. */
export function Dialog({ opened, onClose, title, size = 'md', zIndex = 200, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size} zIndex={zIndex} centered>
      <Modal.Overlay />
      <Modal.Content radius="lg">
        <div className={classes['head']}>
          <Modal.Title className={classes['title'] ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('actions.close')} />
        </div>
        <Modal.Body p="lg" pt={0}>
          <PartBoundary>{children}</PartBoundary>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
