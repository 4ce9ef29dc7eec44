import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findChoice, labelOf } from '../../data/form/refs.ts';
import classes from './Entry.module.css';
import { destinationRef, isEmpty, refOf } from './field-places.ts';
import type { EntryWords } from './use-entry-words.ts';

interface Props {
  readonly field: string;
  readonly value: unknown;
  readonly words: EntryWords;
  /** Path of the resource that the ids in this value refer to. */
  readonly refers?: string | undefined;
}

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => typeof value !== 'object';

/** Shows a value of an entry as text. Nested parts get their own labels, and ids become names. */
export function Told({ field, value, words, refers = refOf(field) }: Props) {
  const { t } = useTranslation('audit');
  if (isEmpty(value)) return <>–</>;
  if (isPlain(value)) {
    if (refers !== undefined) return <RefName resource={refers} id={String(value)} />;
    return <bdi>{words.value(field, value)}</bdi>;
  }
  if (Array.isArray(value)) {
    return (
      <ul className={value.every(isPlain) ? classes['few'] : classes['many']} aria-label={t('given')}>
        {value.map((item, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- what happened does not change any more
          <li key={place}>
            <Told field={field} value={item} words={words} refers={refers} />
          </li>
        ))}
      </ul>
    );
  }
  const object: Readonly<Record<string, unknown>> = typeof value === 'object' ? { ...value } : {};
  const parts = Object.entries(object).filter(([, part]) => !isEmpty(part));
  return (
    <dl className={classes['parts']}>
      {parts.map(([key, part]) => (
        <div key={key}>
          <dt title={key}>{words.label(key)}</dt>
          <dd>
            <Told
              field={key}
              value={part}
              words={words}
              {...(key === 'id' ? { refers: destinationRef(object['kind']) } : {})}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The object's name, or its id if it was deleted or is outside the reader's scope. */
function RefName({ resource, id }: { readonly resource: string; readonly id: string }) {
  const { data } = useQuery({
    queryKey: [`/${resource}`, 'choice', id],
    queryFn: ({ signal }) => findChoice(resource, id, signal),
    retry: false,
    staleTime: 60_000,
  });
  return <bdi title={id}>{data === undefined ? id : labelOf(resource, data)}</bdi>;
}
