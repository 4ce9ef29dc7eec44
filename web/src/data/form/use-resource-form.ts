import type { FieldError } from '@ringside/core/contract/errors.ts';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTell } from '../../ui/use-tell.ts';
import { ProblemError } from '../api/problem.ts';
import { useErrorText } from '../api/use-error-text.ts';
import { type AnyRow, type CrudResource, fieldsFor, type RowOf } from '../list/crud-resource.ts';
import { readNow, useSave } from '../list/resource-queries.ts';
import { changedFields } from './changed-fields.ts';
import { type Conflict, conflictOf } from './conflict-of.ts';
import { fromInputs, toInputs, type Values } from './form-values.ts';
import { defaultsOf, nullableFields, numericFields } from './schema-facts.ts';
import { useFieldErrors } from './use-field-errors.ts';

export interface FormState {
  readonly values: Values;
  readonly set: (field: string, value: unknown) => void;
  /** Marks fields with errors and focuses the first one. */
  readonly mark: (faults: readonly FieldError[]) => void;
}

export interface FormSource<R extends CrudResource> {
  readonly resource: R;
  /** Absent for a new record. */
  readonly row?: (RowOf<R> & AnyRow) | undefined;
  /** Values of a new record before the user types. They override the defaults of the contract. */
  readonly initial?: Values;
  /** Values that are sent without an input. */
  readonly fixed?: Values;
  readonly onSaved: (row: RowOf<R>) => void;
}

type Fields = ReturnType<typeof fieldsFor>;

/** Holds the version of the record that the user edits, and the current input values. */
const useInputs = <R extends CrudResource>(
  { resource, row, initial = {}, fixed = {} }: FormSource<R>,
  fields: Fields,
) => {
  // Replaced by the newer version after another user's change.
  const [base, setBase] = useState(row);
  const [start, setStart] = useState<Values>(() =>
    toInputs(fields, row ? row : { ...defaultsOf(resource.create), ...initial }),
  );
  const [values, setValues] = useState(start);
  const schema = row ? resource.update : resource.create;
  const sent = (inputs: Values): Values => fromInputs(fields, inputs, numericFields(schema), nullableFields(schema));
  return {
    base,
    start,
    values,
    schema,
    set: (field: string, value: unknown): void => setValues((v) => ({ ...v, [field]: value })),
    /** What a save sends: the changed fields of a record, all fields of a new one. */
    body: (): Values => (row ? changedFields(sent(start), sent(values)) : { ...fixed, ...sent(values) }),
    isDirty: (): boolean => Object.keys(changedFields(start, values)).length > 0,
    /** Continues from a newer version and keeps the typed values of the fields in `kept`. */
    rebase: (newer: RowOf<R> & AnyRow, kept: (field: string) => boolean): void => {
      const theirs = toInputs(fields, newer);
      const own = Object.entries(changedFields(start, values)).filter(([name]) => kept(name));
      setBase(newer);
      setStart(theirs);
      setValues({ ...theirs, ...Object.fromEntries(own) });
    },
  };
};

/** Holds the version that another user saved meanwhile, until this user has resolved the conflict. */
const useConflict = <R extends CrudResource>(
  { resource, row }: FormSource<R>,
  fields: Fields,
  inputs: ReturnType<typeof useInputs<R>>,
) => {
  const [conflict, setConflict] = useState<(Conflict & { readonly newer: RowOf<R> & AnyRow }) | null>(null);
  return {
    conflict,
    /** Reads the newer version and compares it with the inputs. */
    compare: async (): Promise<void> => {
      if (!row) return;
      try {
        const newer = await readNow(resource, row.id);
        setConflict({ ...conflictOf(fields, inputs.start, inputs.values, toInputs(fields, newer)), newer });
      } catch {
        // The newer version cannot be read. The form then offers to load it again.
      }
    },
    /** `mine`: the fields that keep the typed value; `null` leaves the decision open. Returns whether the user chose. */
    settle: (mine: ReadonlySet<string> | null): boolean => {
      const chosen = mine !== null && conflict !== null;
      if (chosen)
        inputs.rebase(conflict.newer, (name) => mine.has(name) || !conflict.disputed.some((d) => d.field === name));
      setConflict(null);
      return chosen;
    },
  };
};

/** The state of a form: its inputs, the save, errors by field, and conflicts with another user's change. */
export const useResourceForm = <R extends CrudResource>(source: FormSource<R>, fields: Fields) => {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  const tell = useTell();
  const inputs = useInputs(source, fields);
  const save = useSave(source.resource, inputs.base);
  const { conflict, compare, settle } = useConflict(source, fields, inputs);
  const { errors, show, clear, check } = useFieldErrors();
  const sending = useRef<Promise<void> | null>(null);
  const saved = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  const set = (field: string, value: unknown): void => {
    saved.current = false;
    inputs.set(field, value);
    clear(field);
  };
  const mark = (faults: readonly FieldError[]): void => {
    show(faults);
    if (element.current) focusFirstError(element.current);
  };
  const submit = async (e: FormEvent<HTMLFormElement>): Promise<void> => {
    e.preventDefault();
    // A second click may arrive before the button is disabled.
    if (sending.current) return;
    const body = inputs.body();
    const issues = check(inputs.schema, body);
    if (issues.length > 0) {
      mark(issues);
      save.reset();
      return;
    }
    sending.current = send(body).finally(() => (sending.current = null));
    await sending.current;
  };
  const send = async (body: Values): Promise<void> => {
    try {
      const result = await save.mutateAsync(body);
      saved.current = true;
      tell.done(t('form.saved'));
      source.onSaved(result);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'stale') await compare();
      mark(error instanceof ProblemError ? error.errors : []);
    }
  };
  const { error } = save;
  const known = error instanceof ProblemError ? error : null;
  return {
    state: { values: inputs.values, set, mark },
    conflict,
    settle: (mine: ReadonlySet<string> | null): void => {
      if (settle(mine)) save.reset();
    },
    errors,
    element,
    submit: (e: FormEvent<HTMLFormElement>) => void submit(e),
    saving: save.isPending,
    sent: () => sending.current,
    stale: known?.code === 'stale',
    isDirty: () => !saved.current && inputs.isDirty(),
    problem: problemText(error, known, fields, errorText, t),
  };
};

/** Returns the message of an error that no field shows. */
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
  return errorText(error);
};

/** Maximum number of frames to wait for React to render the errors. */
const MOST_FRAMES = 30;

const focusFirstError = (form: HTMLFormElement, frames = MOST_FRAMES): void => {
  requestAnimationFrame(() => {
    const marked = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
    if (marked === null && frames > 0) return focusFirstError(form, frames - 1);
    // A password input marks its wrapper, which cannot take the focus.
    const inner = marked?.matches('div') ? marked.querySelector<HTMLElement>('input, textarea, button') : null;
    return (inner ?? marked)?.focus();
  });
};
