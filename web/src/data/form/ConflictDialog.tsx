import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Dialog.tsx';
import { useFormat } from '../../ui/use-format.ts';
import { Cell } from '../list/Cell.tsx';
import type { Conflict, Disputed } from './conflict-of.ts';
import type { CrudResource } from '../list/crud-resource.ts';
import { useResourceText } from '../list/use-resource-text.ts';

interface Props {
  readonly resource: CrudResource;
  /** null: the dialog is closed. */
  readonly conflict: Conflict | null;
  /** Called with the fields that keep the user's value. Nothing is saved yet. */
  readonly onChoose: (mine: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Resolves an edit conflict: shows both values of each conflicting field and lets the user choose one. */
export function ConflictDialog({ resource, conflict, onChoose, onClose }: Props) {
  const { t } = useTranslation('common');
  const { list } = useFormat();
  const texts = useResourceText(resource.name);
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const disputed = conflict?.disputed ?? [];
  const choose = (field: string, side: string): void => {
    const next = new Set(theirs);
    if (side === 'theirs') next.add(field);
    else next.delete(field);
    setTheirs(next);
  };
  return (
    <Dialog opened={conflict !== null} onClose={onClose} title={t('conflict.title')} size="lg" zIndex={400}>
      <Stack gap="md">
        <Text c="dimmed" size="sm">
          {disputed.length > 0 ? t('conflict.hint') : t('conflict.none')}
        </Text>
        {disputed.map((each) => (
          <Radio.Group
            key={each.field}
            label={texts.field(each.field)}
            value={theirs.has(each.field) ? 'theirs' : 'mine'}
            onChange={(side) => choose(each.field, side)}
          >
            <Stack gap={6} mt={6}>
              {(['mine', 'theirs'] as const).map((side) => (
                <Radio
                  key={side}
                  value={side}
                  label={t(`conflict.${side}`)}
                  description={<Shown resource={resource} disputed={each} side={side} />}
                />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        {conflict && conflict.taken.length > 0 ? (
          <Text size="sm">
            {t('conflict.taken', { fields: list(conflict.taken.map((field) => texts.field(field))) })}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => onChoose(new Set(disputed.map((d) => d.field).filter((field) => !theirs.has(field))))}
          >
            {t('conflict.go')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Shown({
  resource,
  disputed: { field, declared, mine, theirs },
  side,
}: {
  readonly resource: CrudResource;
  readonly disputed: Disputed;
  readonly side: 'mine' | 'theirs';
}) {
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const value = side === 'mine' ? mine : theirs;
  // Secrets are never shown, and ids mean nothing to a user.
  if (declared.kind === 'secret') return <>•••</>;
  if (Array.isArray(value)) return <>{t('conflict.several', { count: value.length })}</>;
  if (declared.kind === 'ref') return <bdi>{value === null ? t('list.none') : '…'}</bdi>;
  return <Cell field={declared} value={value} option={(v) => texts.option(field, v)} />;
}
