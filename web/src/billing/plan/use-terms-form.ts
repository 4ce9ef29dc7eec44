import { TERM_FIELDS, UpdateTerms } from '@ringside/core/contract/billing/plan-terms.ts';
import {
  createPlanVersion,
  type Plan,
  type PlanVersion,
  updatePlanVersion,
} from '@ringside/core/contract/billing/plan.ts';
import { wordCode } from '@ringside/core/contract/wording.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { useErrorText } from '../../data/api/use-error-text.ts';
import { useFieldErrors } from '../../data/form/use-field-errors.ts';
import { isLanguage } from '../../locales/language.ts';
import { useTell } from '../../ui/use-tell.ts';
import { differingTerms, type TermsFormState, type When } from './terms-form.ts';

/** State of the terms form. `editing`: changes `base` itself; otherwise saving creates a new version. */
export const useTermsForm = (plan: Plan, base: PlanVersion, editing: boolean, onSaved: () => void) => {
  const { t, i18n } = useTranslation(['plan', 'common']);
  const tell = useTell();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [terms, setTerms] = useState(base.terms);
  const [when, setWhen] = useState<When>(editing && base.validFrom !== null ? 'later' : 'draft');
  const [from, setFrom] = useState<string | null>(editing ? base.validFrom : null);
  const [saved, setSaved] = useState(false);
  const verdict = useFieldErrors();
  const save = useMutation({
    mutationFn: () => {
      const validFrom = when === 'draft' ? null : when === 'now' ? new Date().toISOString() : from;
      const body = { ...terms, validFrom };
      const params = { id: plan.id };
      return editing
        ? call(updatePlanVersion, { params: { ...params, number: base.number }, body })
        : call(createPlanVersion, { params, body });
    },
    onSuccess: async (version) => {
      setSaved(true);
      tell.done(t('terms.saved', { number: version.number }));
      await client.invalidateQueries({ queryKey: ['/plans'] });
      onSaved();
    },
    onError: verdict.showProblem,
  });
  const state: TermsFormState = {
    terms,
    set: (field, value) => {
      setTerms((now) => ({ ...now, [field]: value }));
      verdict.clear(field);
    },
    error: verdict.at,
  };
  const focusFirst = (element: HTMLElement): void => {
    requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus());
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const element = event.currentTarget;
    if (save.isPending) return;
    const issues = [...verdict.check(UpdateTerms, terms)];
    if (when === 'later' && from === null)
      issues.push({
        path: 'validFrom',
        code: 'required',
        message: wordCode('required', isLanguage(i18n.language) ? i18n.language : 'en') ?? '',
      });
    verdict.show(issues);
    if (issues.length > 0) {
      save.reset();
      focusFirst(element);
    } else save.mutate(undefined, { onError: () => focusFirst(element) });
  };
  const dirty = (): boolean => !saved && differingTerms(TERM_FIELDS, base.terms, terms).length > 0;
  const placed = Object.keys(verdict.errors).length > 0;
  const problem = placed ? t('common:form.fix') : save.error ? errorText(save.error) : null;
  return { state, when, setWhen, from, setFrom, problem, save, submit, dirty };
};
