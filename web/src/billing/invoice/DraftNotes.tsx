import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { addInvoiceLine, updateInvoice, type Invoice } from '@ringside/core/contract/billing/invoice.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../data/api/call.ts';
import { type Language, LANGUAGE_NAMES, LANGUAGES } from '../../locales/language.ts';
import { Panel } from '../../ui/Panel.tsx';
import classes from './Invoices.module.css';
import { useInvoiceChange } from './use-invoice-change.ts';

/** Manual parts of a draft: an extra line, notes, and the language of the document. */
export function DraftNotes({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation(['invoice', 'common']);
  const [notes, setNotes] = useState(invoice.notes);
  const [language, setLanguage] = useState<Language>(invoice.language);
  const change = useInvoiceChange(invoice, () =>
    call(updateInvoice, { params: { id: invoice.id }, body: { notes, language } }),
  );
  return (
    <>
      <AddLine invoice={invoice} />
      <Panel title={t('words')}>
        <div className={classes['drawer']}>
          <Select
            label={t('paperLanguage')}
            maw={260}
            allowDeselect={false}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={language}
            onChange={(value) => setLanguage(value ?? language)}
          />
          <Textarea
            label={t('notes')}
            autosize
            minRows={2}
            maxLength={2000}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              loading={change.isPending}
              disabled={notes === invoice.notes && language === invoice.language}
              onClick={() => change.mutate(undefined)}
            >
              {t('common:actions.save')}
            </Button>
          </Group>
        </div>
      </Panel>
    </>
  );
}

function AddLine({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('invoice');
  const [description, setDescription] = useState('');
  const [amount, setAmount] = useState('');
  const add = useInvoiceChange(invoice, () =>
    call(addInvoiceLine, { params: { id: invoice.id }, body: { description, amount } }),
  );
  return (
    <Panel title={t('draft.addLine')} description={t('draft.addLineHint')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(undefined);
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label={t('columns.description')}
            style={{ flex: '1 1 220px' }}
            maxLength={200}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <TextInput
            label={t('amountIn', { currency: invoice.currency })}
            inputMode="decimal"
            dir="ltr"
            w={140}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={add.isPending}
            disabled={description.trim() === '' || amount.trim() === ''}
            leftSection={<Plus size={16} aria-hidden="true" />}
          >
            {t('draft.addLine')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
