import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findChoice, labelOf } from '../../crud/refs.ts';
import classes from './Entry.module.css';
import { destinationRef, isEmpty, refOf } from './field-places.ts';
import type { EntryWords } from './use-entry-words.ts';

interface Props {
  readonly field: string;
  readonly value: unknown;
  readonly words: EntryWords;
  /** The list that an id below it names a row of. */
  readonly refers?: string | undefined;
}

type Plain = string | number | boolean;
const isPlain = (value: unknown): value is Plain => typeof value !== 'object';

/** A value of an entry: in words, its parts under their own labels, ids by the names of what they stand for. */
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
  const parts = Object.entries(value as Readonly<Record<string, unknown>>).filter(([, part]) => !isEmpty(part));
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
              {...(key === 'id' ? { refers: destinationRef((value as { kind?: unknown }).kind) } : {})}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The name that the reader would see in a list; the id, where it is gone or not his to see. */
function RefName({ resource, id }: { readonly resource: string; readonly id: string }) {
  const { data } = useQuery({
    queryKey: [`/${resource}`, 'choice', id],
    queryFn: ({ signal }) => findChoice(resource, id, signal),
    retry: false,
    staleTime: 60_000,
  });
  return <bdi title={id}>{data === undefined ? id : labelOf(resource, data)}</bdi>;
}
