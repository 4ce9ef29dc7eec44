import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { DENSITIES } from '@ringside/core/contract/access/views.ts';
import { SlidersHorizontal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ListLook } from './use-list-view.ts';

interface Props {
  readonly look: ListLook;
  /** Columns that the list can show, in their order. */
  readonly possible: readonly string[];
  readonly shown: readonly string[];
  readonly label: (column: string) => string;
}

/** Chooses the columns and the row density of a list. */
export function LookButton({ look, possible, shown, label }: Props) {
  const { t } = useTranslation('common');
  const toggle = (name: string, on: boolean): void => {
    const next = possible.filter((each) => (each === name ? on : shown.includes(each)));
    if (next.length > 0) look.change({ columns: next });
  };
  return (
    <Popover position="bottom-end" width={240} trapFocus>
      <Popover.Target>
        <ActionIcon size={36} variant="default" aria-label={t('list.look')} title={t('list.look')}>
          <SlidersHorizontal size={16} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="xs" fw={600} c="dimmed">
            {t('list.density')}
          </Text>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('list.density')}
            value={look.density}
            onChange={(value) => look.change({ density: value })}
            data={DENSITIES.map((value) => ({ value, label: t(`list.densities.${value}`) }))}
          />
          <Checkbox.Group
            label={t('list.columns')}
            value={[...shown]}
            onChange={(value) => {
              const changed = possible.find((name) => value.includes(name) !== shown.includes(name));
              if (changed !== undefined) toggle(changed, value.includes(changed));
            }}
          >
            <Stack gap={6} mt={6} mah={320} style={{ overflowY: 'auto' }}>
              {possible.map((name) => (
                <Checkbox key={name} size="sm" value={name} label={label(name)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button
            size="xs"
            variant="default"
            disabled={look.columns === null}
            onClick={() => look.change({ columns: null })}
          >
            {t('list.ownColumns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
