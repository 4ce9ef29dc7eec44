import { Alert, Button, Group } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, Fragment, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { changedFields } from './changed-fields.ts';
import { type AnyRow, type CrudResource, fieldsFor, type RowOf } from './crud-resource.ts';
import { FieldInput, type InputProps } from './FieldInput.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { conflictOf, type Conflict } from './conflict-of.ts';
import { fromInputs, toInputs, type Values } from './form-values.ts';
import { RecordAuthors } from './RecordAuthors.tsx';
import classes from './ResourceForm.module.css';
import { readNow, useSave } from './resource-queries.ts';
import { defaultsOf, latinFields, nullableFields, numericFields, requiredFields } from './schema-facts.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';
import { useFieldErrors } from './use-field-errors.ts';
import { useResourceText } from './use-resource-text.ts';
import { useTell } from '../ui/use-tell.ts';

export interface FormState {
  readonly values: Values;
  readonly set: (field: string, value: unknown) => void;
}

interface Props<R extends CrudResource> {
  readonly resource: R;
  /** Absent: a new record. */
  readonly row?: (RowOf<R> & AnyRow) | undefined;
  /** Set before anyone types; on a new record they win over the contract's defaults. */
  readonly initial?: Values;
  /** Fields to leave out: those that the page fixes through `initial`, or that this user need not see. */
  readonly hidden?: readonly string[];
  /** Leaves a field out while the others say that it means nothing. */
  readonly shown?: (field: string, values: Values) => boolean;
  /** Fields in this order instead of the declared one. */
  readonly order?: readonly string[];
  /** Own inputs instead of the declared kind's. */
  readonly inputs?: Readonly<Record<string, (input: InputProps, form: FormState) => ReactNode>>;
  /** Sent along, though no input shows them. */
  readonly fixed?: Values;
  /** Below the sections: a test button, a hint. */
  readonly extra?: (form: FormState) => ReactNode;
  readonly readOnly?: boolean;
  readonly onSaved: (row: RowOf<R>) => void;
  readonly onCancel?: () => void;
  /** Loads the record again after someone else changed it. */
  readonly onReload?: () => void;
}

/** A form made of the contract's declaration. The server's verdict on a field appears at the field. */
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
    <form noValidate onSubmit={form.submit} className={classes['form']}>
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
  /** Stays in sight while there is something to save. */
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

const useResourceForm = <R extends CrudResource>(
  { resource, row, initial = {}, fixed = {}, onSaved }: Props<R>,
  fields: ReturnType<typeof fieldsFor>,
) => {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const tell = useTell();
  // What the record was when it was read; another's change moves it on.
  const [base, setBase] = useState<(RowOf<R> & AnyRow) | undefined>(row);
  const save = useSave(resource, base);
  const sending = useRef<Promise<void> | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [start, setStart] = useState<Values>(() =>
    toInputs(fields, row ? (row as Values) : { ...defaultsOf(resource.create), ...initial }),
  );
  const [values, setValues] = useState(start);
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const saved = useRef(false);
  const schema = row ? resource.update : resource.create;
  const numeric = numericFields(schema);
  const nullable = nullableFields(schema);

  const set = (field: string, value: unknown): void => {
    saved.current = false;
    setValues((v) => ({ ...v, [field]: value }));
    clear(field);
  };
  const bodyOf = (): Values => {
    const now = fromInputs(fields, values, numeric, nullable);
    return row ? changedFields(fromInputs(fields, start, numeric, nullable), now) : { ...fixed, ...now };
  };
  const submit = async (e: FormEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault();
    const element = e.currentTarget;
    // Two presses may come before the button is seen to be busy.
    if (sending.current) return;
    const body = bodyOf();
    const issues = check(schema, body);
    if (issues.length > 0) {
      show(issues);
      save.reset();
      focusFirstError(element);
      return;
    }
    sending.current = send(body, element).finally(() => (sending.current = null));
    await sending.current;
  };
  const send = async (body: Values, element: HTMLFormElement): Promise<void> => {
    try {
      const result = await save.mutateAsync(body);
      saved.current = true;
      tell.done(t('form.saved'));
      onSaved(result);
    } catch (error) {
      if (row && error instanceof ProblemError && error.code === 'stale') await meet();
      showProblem(error);
      focusFirstError(element);
    }
  };
  /** Reads what the other one saved, and sets it beside what was typed here. */
  const meet = async (): Promise<void> => {
    if (!row) return;
    try {
      const newer = await readNow(resource, row.id);
      setConflict({ ...conflictOf(fields, start, values, toInputs(fields, newer as Values)), newer });
    } catch {
      // The newer version cannot be read: the hint to load it again says all that is known.
    }
  };
  /** `mine`: fields whose typed value stays; null: decided later. */
  const settle = (mine: ReadonlySet<string> | null): void => {
    if (mine !== null && conflict !== null) {
      const theirs = toInputs(fields, conflict.newer as Values);
      const own = changedFields(start, values);
      const kept = Object.entries(own).filter(
        ([name]) => mine.has(name) || !conflict.disputed.some((d) => d.field === name),
      );
      setBase(conflict.newer as RowOf<R> & AnyRow);
      setStart(theirs);
      setValues({ ...theirs, ...Object.fromEntries(kept) });
      save.reset();
    }
    setConflict(null);
  };
  const { error } = save;
  const known = error instanceof ProblemError ? error : null;
  return {
    state: { values, set },
    conflict,
    settle,
    errors,
    submit: (e: FormEvent<HTMLFormElement>) => void submit(e),
    saving: save.isPending,
    sent: () => sending.current,
    stale: known?.code === 'stale',
    isDirty: () => !saved.current && Object.keys(changedFields(start, values)).length > 0,
    problem: problemText(error, known, fields, errorText, t),
  };
};

/** What the inputs do not already say. */
const problemText = (
  error: Error | null,
  known: ProblemError | null,
  fields: ReturnType<typeof fieldsFor>,
  errorText: (e: unknown) => string,
  t: (key: 'form.fix' | 'form.staleHint') => string,
): string | null => {
  if (!error) return null;
  if (known?.code === 'stale') return t('form.staleHint');
  const placed = known?.errors.some((e) => fields.some(([name]) => e.path === name)) ?? false;
  if (placed) return t('form.fix');
  return [errorText(error), ...(known?.errors ?? []).map((e) => e.message)].join(' · ');
};

const focusFirstError = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus());
};
