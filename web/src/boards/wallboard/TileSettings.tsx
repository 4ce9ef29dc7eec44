import { Button, Group, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { type BoardQueue, type Tile } from '@ringside/core/contract/boards/wallboard.ts';
import { WALL_FIGURE_NAMES } from '@ringside/core/boards/wall-figures.ts';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { timezoneChoices } from '../../data/form/choices.ts';
import { ThresholdFields } from './ThresholdFields.tsx';

interface Props {
  readonly tile: Tile;
  readonly queues: readonly BoardQueue[];
  readonly readOnly: boolean;
  readonly onChange: (tile: Tile) => void;
  readonly onRemove: () => void;
}

/** Settings of the selected tile. */
export function TileSettings({ tile, queues, readOnly, onChange, onRemove }: Props) {
  const { t } = useTranslation('wallboard');
  return (
    <>
      <strong>{t(`kinds.${tile.kind}`)}</strong>
      <TextInput
        label={t('tile.title')}
        description={t('tile.titleHint')}
        value={tile.title}
        maxLength={64}
        disabled={readOnly}
        onChange={(e) => onChange({ ...tile, title: e.currentTarget.value })}
      />
      <Group grow>
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={t(`tile.${side}`)}
            value={tile[side]}
            min={1}
            max={4}
            clampBehavior="strict"
            allowDecimal={false}
            disabled={readOnly}
            onChange={(value) => onChange({ ...tile, [side]: Number(value) || 1 })}
          />
        ))}
      </Group>
      <Content tile={tile} queues={queues} readOnly={readOnly} onChange={onChange} />
      {'thresholds' in tile ? <ThresholdFields tile={tile} readOnly={readOnly} onChange={onChange} /> : null}
      {readOnly ? null : (
        <Button variant="light" color="red" leftSection={<Trash2 size={16} aria-hidden="true" />} onClick={onRemove}>
          {t('edit.removeTile')}
        </Button>
      )}
    </>
  );
}

function Content({ tile, queues, readOnly, onChange }: Omit<Props, 'onRemove'>) {
  const { t } = useTranslation('wallboard');
  const choices = queues.map((q) => ({ value: q.id, label: q.label }));
  return (
    <>
      {tile.kind === 'queue' ? (
        <Select
          label={t('tile.queue')}
          data={choices}
          value={tile.queueId}
          searchable
          allowDeselect={false}
          disabled={readOnly}
          onChange={(queueId) => (queueId === null ? undefined : onChange({ ...tile, queueId }))}
        />
      ) : null}
      {'queueIds' in tile ? (
        <MultiSelect
          label={t('tile.queues')}
          placeholder={tile.queueIds.length === 0 ? t('tile.allQueues') : ''}
          data={choices}
          value={[...tile.queueIds]}
          searchable
          clearable
          maxValues={50}
          disabled={readOnly}
          onChange={(queueIds) => onChange({ ...tile, queueIds })}
        />
      ) : null}
      {'figures' in tile ? (
        <MultiSelect
          label={t('tile.figures')}
          description={t('tile.figuresHint')}
          data={WALL_FIGURE_NAMES.map((value) => ({ value, label: t(`figures.${value}`) }))}
          value={[...tile.figures]}
          maxValues={6}
          disabled={readOnly}
          onChange={(figures) => (figures.length === 0 ? undefined : onChange({ ...tile, figures: figures }))}
        />
      ) : null}
      {tile.kind === 'clock' ? (
        <Select
          label={t('tile.timezone')}
          placeholder={t('tile.ownTimezone')}
          data={timezoneChoices()}
          value={tile.timezone}
          searchable
          clearable
          limit={100}
          disabled={readOnly}
          onChange={(timezone) => onChange({ ...tile, timezone })}
        />
      ) : null}
      {tile.kind === 'text' ? (
        <Textarea
          label={t('tile.text')}
          value={tile.text}
          maxLength={1000}
          autosize
          minRows={3}
          disabled={readOnly}
          onChange={(e) => onChange({ ...tile, text: e.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
