import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import { ProblemError } from '../../data/api/problem.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';

/** A short form for one API call. Validates with the route's schema, then shows the server's errors at the fields. */
export const useConfirmed = <V extends Readonly<Record<string, string>>, R>(
  schema: z.ZodObject,
  empty: V,
  send: (values: V) => Promise<R>,
  onDone: (result: R) => void,
) => {
  const errorText = useErrorText();
  const { errors, show, showProblem, clear, check } = useFieldErrors();
  const [values, setValues] = useState(empty);
  const sending = useMutation({ mutationFn: () => send(values), onSuccess: onDone, onError: showProblem });
  const placed = sending.error instanceof ProblemError && sending.error.errors.some((e) => e.path in empty);
  return {
    values,
    busy: sending.isPending,
    /** Error that belongs to no field. */
    problem: sending.error && !placed ? errorText(sending.error) : null,
    input: (field: keyof V & string) => ({
      value: values[field] ?? '',
      error: errors[field],
      onChange: (e: { currentTarget: { value: string } }) => {
        const { value } = e.currentTarget;
        setValues((old) => ({ ...old, [field]: value }));
        clear(field);
      },
    }),
    submit: (e: FormEvent): void => {
      e.preventDefault();
      const found = check(schema, values);
      show(found);
      if (found.length === 0 && !sending.isPending) sending.mutate();
    },
  };
};
