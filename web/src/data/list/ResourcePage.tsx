import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../api/use-can.ts';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { usePageTitle } from '../../ui/page/use-page-title.ts';
import { type AnyRow, type CrudResource, type RowOf, titleOf } from './crud-resource.ts';
import { type Copied, copyOf, isCopyable } from '../form/copy-of.ts';
import { DeleteItem } from '../form/DeleteItem.tsx';
import { DuplicateItem } from '../form/DuplicateItem.tsx';
import { EditItem } from '../form/EditItem.tsx';
import { FormDrawer } from '../form/FormDrawer.tsx';
import type { InputProps } from '../form/FieldInput.tsx';
import type { Filter } from './list-filters.ts';
import { RecordState } from '../form/RecordState.tsx';
import { RemoveDialog } from '../form/RemoveDialog.tsx';
import { ResourceForm } from '../form/ResourceForm.tsx';
import type { FormState } from '../form/use-resource-form.ts';
import { ResourceList } from './ResourceList.tsx';
import { oneQuery } from './resource-queries.ts';
import { RowMenu } from './RowMenu.tsx';
import { useListAddress } from './use-list-address.ts';
import { useResourceText } from './use-resource-text.ts';
import type { Values } from '../form/form-values.ts';

type Inputs = Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>>;

interface Props<R extends CrudResource> {
  readonly resource: R;
  readonly icon: LucideIcon;
  readonly columns: readonly string[];
  readonly filters: readonly Filter[];
  /** Cells that show more than the plain value. */
  readonly cells?: Readonly<Record<string, (row: RowOf<R>) => ReactNode>>;
  readonly consequence: string;
  /** `row` is null for a new record. */
  readonly inputs?: (row: (RowOf<R> & AnyRow) | null) => Inputs;
  readonly hidden?: readonly string[];
  readonly shown?: (field: string, values: Values) => boolean;
  /** Opens the record's own page instead of a drawer. */
  readonly onOpen?: (row: RowOf<R> & AnyRow) => void;
}

/** List with its forms in a drawer. The address holds the open form as `?form=new` or `?form=<id>`. */
export function ResourcePage<R extends CrudResource>(props: Props<R>) {
  const { resource, icon, columns, filters, cells = {}, consequence, onOpen } = props;
  const texts = useResourceText(resource.name);
  const can = useCan();
  const [search, change] = useListAddress();
  const [leaving, setLeaving] = useState<(RowOf<R> & AnyRow) | null>(null);
  usePageTitle(texts.word('title'));
  const open = (form: string, from?: string): void => change({ form, from }, true);
  const close = (): void => change({ form: undefined, from: undefined }, true);
  const form = typeof search['form'] === 'string' ? search['form'] : undefined;
  const add = can('create', resource.name) ? (
    <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={() => open('new')}>
      {texts.word('add')}
    </Button>
  ) : null;
  const mayEdit = can('update', resource.name);
  const mayRemove = can('delete', resource.name);
  const mayCopy = add !== null && isCopyable(resource);
  const actions = (given: RowOf<R>): ReactNode => {
    const row: RowOf<R> & AnyRow & Readonly<Record<string, unknown>> = given;
    return (
      <RowMenu name={titleOf(resource, row)}>
        {mayEdit ? <EditItem onClick={() => (onOpen ? onOpen(row) : open(String(row.id)))} /> : null}
        {mayCopy ? <DuplicateItem onClick={() => open('new', String(row.id))} /> : null}
        {mayRemove ? <DeleteItem onClick={() => setLeaving(row)} /> : null}
      </RowMenu>
    );
  };
  return (
    <>
      <PageHeader title={texts.word('title')} description={texts.word('description')} actions={add} />
      <ResourceList
        resource={resource}
        icon={icon}
        columns={columns}
        filters={filters}
        emptyAction={add}
        cells={cells}
        {...(mayEdit || mayRemove || mayCopy ? { actions } : {})}
      />
      <FormDrawer
        title={form === 'new' ? texts.word('add') : texts.word('edit')}
        opened={form !== undefined}
        onClose={close}
      >
        {form === 'new' && search['from'] !== undefined ? (
          <CopiedRow {...props} id={String(search['from'])} onDone={close} />
        ) : form === 'new' ? (
          <NewRow {...props} onDone={close} />
        ) : form ? (
          <EditRow {...props} id={form} onDone={close} />
        ) : null}
      </FormDrawer>
      <RemoveDialog resource={resource} row={leaving} consequence={consequence} onClose={() => setLeaving(null)} />
    </>
  );
}

const formOf = <R extends CrudResource>(
  { resource, inputs, hidden, shown }: Props<R>,
  row: (RowOf<R> & AnyRow) | null,
) => ({
  resource,
  ...(inputs ? { inputs: inputs(row) } : {}),
  ...(hidden ? { hidden } : {}),
  ...(shown ? { shown } : {}),
});

function NewRow<R extends CrudResource>({
  onDone,
  copied,
  ...props
}: Props<R> & { readonly onDone: () => void; readonly copied?: Copied }) {
  const [{ customerId }] = useListAddress();
  const begun = customerId === undefined ? {} : { customerId: String(customerId) };
  const { initial, fixed } = copied ?? { initial: begun, fixed: {} };
  return (
    <ResourceForm
      {...formOf(props, null)}
      initial={initial}
      fixed={fixed}
      onCancel={onDone}
      onSaved={(row) => {
        onDone();
        props.onOpen?.(row);
      }}
    />
  );
}

/** Form of a new record, filled with the values of another one. */
function CopiedRow<R extends CrudResource>({
  id,
  ...props
}: Props<R> & { readonly id: string; readonly onDone: () => void }) {
  const { t } = useTranslation('common');
  const query = useQuery(oneQuery(props.resource, id));
  return (
    <RecordState query={query} aside>
      {(row) => (
        <NewRow
          {...props}
          onDone={props.onDone}
          copied={copyOf(props.resource, row, (name) => t('form.copyOf', { name }).slice(0, 64), props.hidden)}
        />
      )}
    </RecordState>
  );
}

function EditRow<R extends CrudResource>({
  id,
  onDone,
  ...props
}: Props<R> & { readonly id: string; readonly onDone: () => void }) {
  const query = useQuery(oneQuery(props.resource, id));
  const can = useCan();
  return (
    <RecordState query={query} aside>
      {(given) => {
        const row: RowOf<R> & AnyRow = given;
        return (
          <ResourceForm
            key={row.version}
            {...formOf(props, row)}
            row={row}
            readOnly={!can('update', props.resource.name)}
            onSaved={onDone}
            onCancel={onDone}
            onReload={() => void query.refetch()}
          />
        );
      }}
    </RecordState>
  );
}
