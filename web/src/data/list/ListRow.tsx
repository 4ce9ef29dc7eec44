import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cell } from './Cell.tsx';
import { type AnyRow, type CrudResource, type FieldDeclaration, type RowId, titleOf } from './crud-resource.ts';
import classes from './ResourceList.module.css';
import { useResourceText } from './use-resource-text.ts';

export type ListCells = Readonly<Record<string, (row: unknown) => ReactNode>>;

interface Props {
  readonly resource: CrudResource;
  readonly row: AnyRow & Readonly<Record<string, unknown>>;
  readonly index: number;
  readonly shown: readonly (readonly [name: string, field: FieldDeclaration])[];
  readonly cells: ListCells | undefined;
  readonly actions: ((row: unknown) => ReactNode) | undefined;
  /** null: rows cannot be selected. */
  readonly chosen: boolean | null;
  readonly onChoose: (id: RowId, on: boolean) => void;
}

/** One row of a list. Renders again only when its data changes, not when the list scrolls or another row is selected. */
export const ListRow = memo(function ListRow({ resource, row, index, shown, cells, actions, chosen, onChoose }: Props) {
  const texts = useResourceText(resource.name);
  const { t } = useTranslation('common');
  return (
    <tr role="row" data-chosen={chosen || undefined} aria-rowindex={index + 2}>
      {chosen === null ? null : (
        <td role="cell" className={classes['choose']}>
          <Checkbox
            size="xs"
            aria-label={t('bulk.choose', { name: titleOf(resource, row) })}
            checked={chosen}
            onChange={(e) => onChoose(row.id, e.currentTarget.checked)}
          />
        </td>
      )}
      {shown.map(([name, field]) => (
        <td key={name} role="cell" data-label={texts.field(name)} data-end={field.kind === 'number' || undefined}>
          {cells?.[name] ? (
            cells[name](row)
          ) : (
            <Cell field={field} value={row[name]} option={(v) => texts.option(name, v)} />
          )}
        </td>
      ))}
      {actions ? (
        <td role="cell" className={classes['actions']}>
          {actions(row)}
        </td>
      ) : null}
    </tr>
  );
});
