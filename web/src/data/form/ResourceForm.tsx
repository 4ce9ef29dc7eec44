import { Alert, Button, Group } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CrudResource, fieldsFor } from '../list/crud-resource.ts';
import { FieldInput, type InputProps } from './FieldInput.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import type { Values } from './form-values.ts';
import { RecordAuthors } from './RecordAuthors.tsx';
import classes from './ResourceForm.module.css';
import { latinFields, requiredFields } from './schema-facts.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { type FormSource, type FormState, useResourceForm } from './use-resource-form.ts';
import { useResourceText } from '../list/use-resource-text.ts';

interface Props<R extends CrudResource> extends FormSource<R> {
  /** Fields to leave out: those set through `initial`, or not relevant for this user. */
  readonly hidden?: readonly string[];
  /** Hides a field while the values of the others make it irrelevant. */
  readonly shown?: (field: string, values: Values) => boolean;
  /** Fields in this order instead of the declared one. */
  readonly order?: readonly string[];
  /** Custom inputs that replace the default input of a field. */
  readonly inputs?: Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>>;
  /** Content below the sections, such as a test button or a hint. */
  readonly extra?: (form: FormState) => ReactNode;
  readonly readOnly?: boolean;
  readonly onCancel?: () => void;
  /** Loads the record again after another user changed it. */
  readonly onReload?: () => void;
}

/** Form generated from the contract's declaration. Shows the server's errors at their fields. */
export function ResourceForm<R extends CrudResource>(props: Props<R>) {
  const { resource, row, hidden = [], order, readOnly = false } = props;
  const { t } = useTranslation('common');
  const texts = useResourceText(resource.name);
  const declared = fieldsFor(resource, row ? 'edit' : 'create').filter(([name]) => !hidden.includes(name));
  const fields = order ? order.flatMap((name) => declared.filter(([n]) => n === name)) : declared;
  const form = useResourceForm(props, fields);
  const latin = latinFields(row ? resource.update : resource.create);
  const required = row ? new Set<string>() : requiredFields(resource.create);
  const sections = [...new Set(fields.map(([, f]) => f.section ?? ''))];
  return (
    <form ref={form.element} noValidate onSubmit={form.submit} className={classes['form']}>
      <UnsavedGuard dirty={form.isDirty} sent={form.sent} />
      {sections.map((section) => (
        <section key={section} className={classes['section']}>
          {section ? <SectionHead title={texts.section(section)} help={texts.sectionHelp(section)} /> : null}
          <div className={classes['fields']}>
            {fields
              .filter(([name, f]) => (f.section ?? '') === section && (props.shown?.(name, form.state.values) ?? true))
              .map(([name, field]) => {
                const input: InputProps = {
                  label: texts.field(name),
                  description: texts.help(name),
                  required: required.has(name),
                  value: form.state.values[name],
                  onChange: (value) => form.state.set(name, value),
                  error: form.errors[name],
                  disabled: readOnly,
                };
                const own = props.inputs?.[name];
                const usual = { name, field, latin: latin.has(name), editing: row !== undefined };
                return (
                  <div key={name} className={classes['field']} data-kind={field.kind}>
                    {own ? (
                      <Fragment>{own(input, form.state)}</Fragment>
                    ) : (
                      <FieldInput {...input} {...usual} option={(value) => texts.option(name, value)} />
                    )}
                  </div>
                );
              })}
          </div>
        </section>
      ))}
      {row ? <RecordAuthors resource={resource} row={row} /> : null}
      {props.extra ? <div className={classes['extra']}>{props.extra(form.state)}</div> : null}
      {form.problem ? (
        <Alert color="red" icon={<TriangleAlert />} title={t('form.failed')} role="alert">
          {form.problem}
          {form.stale && props.onReload ? (
            <Button variant="default" size="xs" mt="xs" onClick={props.onReload}>
              {t('form.reload')}
            </Button>
          ) : null}
        </Alert>
      ) : null}
      <ConflictDialog
        resource={resource}
        conflict={form.conflict}
        onChoose={form.settle}
        onClose={() => form.settle(null)}
      />
      {readOnly ? null : (
        <Actions
          editing={row !== undefined}
          sticky={props.onCancel !== undefined || form.isDirty()}
          saving={form.saving}
          onCancel={props.onCancel}
        />
      )}
    </form>
  );
}

interface ActionsProps {
  readonly editing: boolean;
  /** Stays visible while there are unsaved changes. */
  readonly sticky: boolean;
  readonly saving: boolean;
  readonly onCancel: (() => void) | undefined;
}

function Actions({ editing, sticky, saving, onCancel }: ActionsProps) {
  const { t } = useTranslation('common');
  return (
    <Group justify="flex-end" className={classes['actions']} data-sticky={sticky || undefined}>
      {onCancel ? (
        <Button variant="default" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      ) : null}
      <Button type="submit" loading={saving}>
        {editing ? t('actions.save') : t('actions.create')}
      </Button>
    </Group>
  );
}

function SectionHead({ title, help }: { readonly title: string; readonly help: string | undefined }) {
  return (
    <div className={classes['head']}>
      <h2 className={classes['title']}>{title}</h2>
      {help ? <p className={classes['help']}>{help}</p> : null}
    </div>
  );
}
