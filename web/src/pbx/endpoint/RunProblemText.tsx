import type { RunProblem } from '@ringside/core/contract/pbx/provisioning.ts';
import { useTranslation } from 'react-i18next';
import { ProblemList } from './ProblemList.tsx';

/** Describes the problem of a run, with the line to change if known. */
export function RunProblemText({ problem }: { readonly problem: RunProblem }) {
  const { t } = useTranslation('provisioning');
  const { kind, link, params } = problem;
  if (kind === 'link' && link !== null) return <ProblemList problems={[link]} />;
  const given = { class: '', file: '', message: '', ...params };
  switch (kind) {
    case 'link':
      return <>{t('problems.link')}</>;
    case 'denied':
      return <>{given.class === '' ? t('problems.denied') : t('problems.deniedClass', { class: given.class })}</>;
    case 'file-invalid':
      return (
        <>
          {String(given.file).startsWith('ringside_')
            ? t('problems.file-invalid', { file: given.file })
            : t('problems.file-invalid-theirs', { file: given.file })}
        </>
      );
    case 'refused':
      return <>{t('problems.refused', { message: given.message })}</>;
    case 'interrupted':
      return <>{t('problems.interrupted')}</>;
  }
}
