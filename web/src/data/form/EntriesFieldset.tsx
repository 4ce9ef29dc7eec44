import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InputProps } from './FieldInput.tsx';

interface Props extends Pick<InputProps, 'label' | 'description' | 'error' | 'disabled'> {
  readonly gap?: 'sm' | 'md';
  /** Button that adds an entry; null when the maximum is reached. */
  readonly add: { readonly label: string; readonly onClick: () => void } | null;
  readonly children: ReactNode;
}

/** Form field with a list of entries, each edited in place. Shows the description and error of the list and the add button. */
export function EntriesFieldset({ label, description, error, disabled, gap = 'sm', add, children }: Props) {
  return (
    <Fieldset legend={label} disabled={disabled === true}>
      <Stack gap={gap}>
        {description ? (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        ) : null}
        {children}
        <EntriesFault error={error} />
        {add === null ? null : (
          <Group>
            <Button
              variant="default"
              size="xs"
              leftSection={<Plus size={14} aria-hidden="true" />}
              onClick={add.onClick}
            >
              {add.label}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

/** Error of a field that has no input of its own to show it. */
export function EntriesFault({ error }: Pick<InputProps, 'error'>) {
  return error ? (
    <Text size="sm" c="red" role="alert" data-error>
      {error}
    </Text>
  ) : null;
}

/** Removes one entry. `label` names it for screen readers. */
export function RemoveEntry({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <ActionIcon mb={4} aria-label={label} title={label} onClick={onClick}>
      <Trash2 size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
