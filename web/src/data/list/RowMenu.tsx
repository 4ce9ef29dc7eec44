import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly name: string;
  readonly children: ReactNode;
}

/** Menu with the actions of a row. It is only a button until it is opened, because a list may have a hundred of them. */
export function RowMenu({ name, children }: Props) {
  const { t } = useTranslation('common');
  const [wanted, setWanted] = useState(false);
  const label = `${t('actions.more')}: ${name}`;
  if (wanted) return <OpenMenu label={label}>{children}</OpenMenu>;
  return (
    <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)}>
      <EllipsisVertical size={18} aria-hidden="true" />
    </ActionIcon>
  );
}

function OpenMenu({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  // The menu button replaces the button that was pressed. It takes the focus, so that the menu returns it on closing.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu width={200} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label}>
          <EllipsisVertical size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
