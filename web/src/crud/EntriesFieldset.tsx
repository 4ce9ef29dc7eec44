import { ActionIcon, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InputProps } from './FieldInput.tsx';

interface Props extends Pick<InputProps, 'label' | 'description' | 'error' | 'disabled'> {
  readonly gap?: 'sm' | 'md';
  /** How one more is called, and what it begins as; null when there can be no more. */
  readonly add: { readonly label: string; readonly onClick: () => void } | null;
  readonly children: ReactNode;
}

/** A field of several entries, each edited in its place: what is said of all of them, and the button for one more. */
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

/** What is wrong with a field that has no input of its own to say it. */
export function EntriesFault({ error }: Pick<InputProps, 'error'>) {
  return error ? (
    <Text size="sm" c="red" role="alert" data-error>
      {error}
    </Text>
  ) : null;
}

/** Takes one entry away. `label` names it, for who does not see the row. */
export function RemoveEntry({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <ActionIcon mb={4} aria-label={label} title={label} onClick={onClick}>
      <Trash2 size={16} aria-hidden="true" />
    </ActionIcon>
  );
}
