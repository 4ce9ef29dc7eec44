import type { ReactNode } from 'react';
import form from '../../data/form/ResourceForm.module.css';

/** A titled group of a form's inputs. */
export function Section({
  title,
  help,
  children,
}: {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={form['section']}>
      <div className={form['head']}>
        <h2 className={form['title']}>{title}</h2>
        {help ? <p className={form['help']}>{help}</p> : null}
      </div>
      <div className={form['fields']}>{children}</div>
    </section>
  );
}
