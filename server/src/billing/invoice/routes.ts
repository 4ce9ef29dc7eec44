import type { AuditAction } from '@ringside/core/contract/access/audit-actions.ts';
import type { FastifyInstance } from 'fastify';
import { coinOf } from '@ringside/core/base/coin-of.ts';
import { sumMicrosOf } from '@ringside/core/base/micros.ts';
import * as contract from '@ringside/core/contract/billing/invoice.ts';
import * as files from '@ringside/core/contract/billing/invoice-files.ts';
import { rerateCalls } from '@ringside/core/contract/billing/rerate.ts';
import { dayOf } from '@ringside/core/reports/queue-today.ts';
import { addDays, startOfDay } from '@ringside/core/reports/report-period.ts';
import { callsOf } from '../annex-queries.ts';
import { draftInvoices, refreshDraft, replaceManual } from '../draft-invoice.ts';
import { creditFinal, draftOf, finaliseDraft, lockBoth } from '../finish-invoice.ts';
import { accountTermsOf, findCustomer, lockCustomer } from '../invoice-queries.ts';
import type { BilledCustomer } from '../invoice-queries.ts';
import * as papers from '../paper-queries.ts';
import type { Paper } from '../paper-queries.ts';
import { inTransaction } from '../queries.ts';
import { rerate } from '../call-price/rerate.ts';
import { seesCosts } from '../sees-costs.ts';
import { writeAudit } from '../../platform/db/audit.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/caller/caller.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { Refusal } from '../../platform/caller/refusal.ts';
import { exportedList, exportNote, exportResource } from '../../platform/http/export-resource.ts';
import { ownerOf } from '../../platform/documents/document-pool.ts';
import { fileOf } from '../../platform/documents/export-rows.ts';
import { registerRoute } from '../../platform/http/register.ts';
import { callsOn, makePaper, paperName } from './make-paper.ts';
import { listInvoices } from './queries.ts';
import { money, readInvoice, toSummary } from './read-invoice.ts';
import { sendPaper } from './send-paper.ts';

interface Services {
  readonly config: Config;
  readonly db: Db;
  readonly mail: Mailer;
  readonly now: () => number;
}

const conflict = (path: string, code: string, params: Readonly<Record<string, string | number>> = {}): Refusal =>
  new Refusal('conflict', { errors: [{ path, code, params }] });

/** Only platform staff write invoices, whatever a customer's role allows. */
const staffOnly = (caller: Caller): void => {
  if (caller.customerId !== null || caller.reach !== 'platform') throw new Refusal('not-found');
};

interface Change {
  readonly caller: Caller;
  readonly id: string;
  readonly action: AuditAction;
  readonly after: Readonly<Record<string, unknown>>;
}

const note = (tx: Db, { caller, id, action, after }: Change, customerId: string, name: string | null) =>
  writeAudit(tx, caller, {
    ...{ customerId, action, resource: 'billing', resourceId: id, resourceName: name ?? '', before: null, after },
  });

const registerReading = (
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
  today: () => string,
): void => {
  registerRoute(app, contract.listInvoices, async ({ caller, query }) => {
    const { rows, totals, total } = await listInvoices(db, caller, today(), query);
    return {
      data: rows.map(toSummary),
      meta: { page: query.page, perPage: query.perPage, total },
      totals: totals.map((row) => ({ currency: row.currency, total: money(row.total), open: money(row.open) })),
    };
  });
  const exported = exportedList({ note: exportNote(db, { resource: 'billing' }) }, async (caller, request) => {
    const { rows, total } = await listInvoices(db, caller, today(), request);
    return { rows: rows.map(toSummary), total };
  });
  registerRoute(app, contract.exportInvoices, ({ caller, query, origin }) =>
    exportResource({ path: '/invoices', row: contract.InvoiceSummary }, exported, caller, origin.language, query),
  );
  registerRoute(app, contract.getInvoice, async ({ caller, params, setHeader }) => {
    const invoice = await readInvoice(db, caller, today(), params.id);
    setHeader('etag', `"${invoice.version}"`);
    return invoice;
  });
  registerRoute(app, files.getInvoicePdf, async ({ caller, params, query }) => {
    const invoice = await readInvoice(db, caller, today(), params.id);
    const pdf = await makePaper(db, invoice, query.language ?? invoice.language);
    const content = async function* () {
      yield pdf;
    };
    return {
      mediaType: 'application/pdf',
      fileName: paperName(invoice),
      content: content(),
      tells: ['price', 'contact'] as const,
    };
  });
  registerRoute(app, files.exportInvoiceCalls, async ({ caller, params, query, origin }) => {
    const invoice = await readInvoice(db, caller, today(), params.id);
    const columns = files.INVOICE_CALL_COLUMNS;
    const headings = query.headings?.split('\n') ?? [...columns];
    await note(db, { caller, id: params.id, action: 'export', after: {} }, invoice.customerId, invoice.number);
    const which = await callsOn(db, invoice);
    const batches = async function* () {
      for await (const rows of callsOf(db, which)) yield rows.map((row) => ({ ...row }));
    };
    return fileOf(query.format, {
      ...{ columns, headings: headings.length === columns.length ? headings : [...columns], batches: batches() },
      fileName: `calls-${paperName(invoice).replace(/\.pdf$/, '')}-${new Date(now()).toISOString().slice(0, 10)}`,
      ...{ language: origin.language, title: query.title, timeZone: query.timeZone, madeAt: now() },
      owner: ownerOf(caller),
    });
  });
};

const registerDrafting = (
  app: FastifyInstance,
  { db, now }: { readonly db: Db; readonly now: () => number },
  today: () => string,
): void => {
  registerRoute(app, contract.draftInvoices, async ({ caller, body }) => {
    staffOnly(caller);
    const ids = await inTransaction(db, async (tx) => {
      const customer = await lockCustomer(tx, body.customerId);
      if (customer === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
      const endDay = addDays(body.lastDay, 1);
      if (body.lastDay < body.firstDay)
        throw new Refusal('invalid', { errors: [{ path: 'lastDay', code: 'before-start' }] });
      if (endDay > addDays(body.firstDay, 400))
        throw new Refusal('invalid', { errors: [{ path: 'lastDay', code: 'too-long-period', params: { days: 400 } }] });
      if (startOfDay(endDay, customer.timezone) > now()) throw conflict('lastDay', 'period-not-over');
      const made = await draftInvoices(tx, customer, { firstDay: body.firstDay, endDay }, caller.username);
      if (made.length === 0) throw conflict('', 'nothing-to-bill');
      for (const id of made) await note(tx, { caller, id, action: 'draft', after: { ...body } }, customer.id, null);
      return made;
    });
    return { data: await Promise.all(ids.map(async (id) => summaryOf(await readInvoice(db, caller, today(), id)))) };
  });

  /** Applies a change to a draft and writes its audit entry. */
  const changing = async (
    change: Change,
    work: (tx: Db, draft: Paper, customer: BilledCustomer) => Promise<unknown>,
  ) => {
    staffOnly(change.caller);
    await inTransaction(db, async (tx) => {
      const { paper, customer } = await lockBoth(tx, change.id);
      await work(tx, draftOf(paper), customer);
      await note(tx, change, customer.id, null);
    });
    return readInvoice(db, change.caller, today(), change.id);
  };

  registerRoute(app, contract.updateInvoice, ({ caller, params, body }) =>
    changing({ caller, id: params.id, action: 'update', after: body }, (tx) => papers.changePaper(tx, params.id, body)),
  );
  registerRoute(app, contract.refreshInvoice, ({ caller, params }) =>
    changing({ caller, id: params.id, action: 'refresh', after: {} }, (tx, draft, customer) =>
      refreshDraft(tx, customer, draft),
    ),
  );
  registerRoute(app, contract.voidInvoice, ({ caller, params }) =>
    changing({ caller, id: params.id, action: 'void', after: {} }, (tx) => papers.voidPaper(tx, params.id)),
  );
  registerRoute(app, contract.addInvoiceLine, ({ caller, params, body }) =>
    changing({ caller, id: params.id, action: 'add-line', after: body }, async (tx, draft, customer) => {
      const micros = Number(sumMicrosOf(body.amount));
      if (micros === 0) throw new Refusal('invalid', { errors: [{ path: 'amount', code: 'not-zero' }] });
      const { currency } = draft;
      if (micros % coinOf(currency) !== 0)
        throw new Refusal('invalid', { errors: [{ path: 'amount', code: 'coins', params: { currency } }] });
      const line = {
        kind: 'adjustment',
        description: body.description,
        detail: {},
        source: null,
        manual: true,
      } as const;
      await replaceManual(tx, customer, draft, (lines) => [...lines, { ...line, netMicros: micros }]);
    }),
  );
  registerRoute(app, contract.removeInvoiceLine, ({ caller, params }) =>
    changing(
      { caller, id: params.id, action: 'remove-line', after: { lineId: params.lineId } },
      async (tx, draft, customer) => {
        await replaceManual(tx, customer, draft, (lines, stored) => {
          const at = stored.findIndex((line) => line.id === params.lineId && line.manual);
          if (at === -1) throw new Refusal('not-found');
          return lines.toSpliced(at, 1);
        });
      },
    ),
  );
};

const summaryOf = (invoice: contract.Invoice): contract.InvoiceSummary => contract.InvoiceSummary.parse(invoice);

const registerFinishing = (app: FastifyInstance, deps: Services, today: () => string): void => {
  const { db, now } = deps;
  registerRoute(app, contract.finaliseInvoice, async ({ caller, params }) => {
    staffOnly(caller);
    const sends = await inTransaction(db, async (tx) => {
      const number = await finaliseDraft(tx, params.id, { by: caller.username, at: new Date(now()) });
      const customerId = (await papers.paperCustomer(tx, params.id))!;
      await note(tx, { caller, id: params.id, action: 'finalise', after: { number } }, customerId, number);
      return (await accountTermsOf(tx, customerId)).sendInvoices;
    });
    const invoice = await readInvoice(db, caller, today(), params.id);
    if (!sends || !deps.mail.configured || invoice.billTo.email === '') return invoice;
    // The invoice is final even if the e-mail fails. The page shows that it was not sent.
    await sendPaper(deps, caller, invoice, undefined).catch(() => undefined);
    return readInvoice(db, caller, today(), params.id);
  });
  registerRoute(app, contract.creditInvoice, async ({ caller, params, body }) => {
    staffOnly(caller);
    const id = await inTransaction(db, async (tx) => {
      const { lines: parts, reason, rebill = parts === undefined } = body;
      if (parts !== undefined && rebill)
        throw new Refusal('invalid', { errors: [{ path: 'rebill', code: 'whole-only' }] });
      const who = { by: caller.username, at: new Date(now()) };
      const made = await creditFinal(tx, params.id, { reason, rebill, parts }, who);
      const customerId = (await papers.paperCustomer(tx, params.id))!;
      await note(tx, { caller, id: made, action: 'credit', after: { ...body, invoice: params.id } }, customerId, null);
      return made;
    });
    return readInvoice(db, caller, today(), id);
  });
  registerRoute(app, contract.sendInvoice, async ({ caller, params, body }) => {
    staffOnly(caller);
    await sendPaper(deps, caller, await readInvoice(db, caller, today(), params.id), body.to);
    return readInvoice(db, caller, today(), params.id);
  });
  registerRoute(app, rerateCalls, async ({ caller, body }) => {
    staffOnly(caller);
    const customer = await findCustomer(db, body.customerId);
    if (customer === undefined) throw new Refusal('not-found', { errors: [{ path: 'customerId', code: 'unknown' }] });
    const from = new Date(startOfDay(body.firstDay, customer.timezone));
    const to = new Date(startOfDay(addDays(body.lastDay, 1), customer.timezone));
    if (to <= from) throw new Refusal('invalid', { errors: [{ path: 'lastDay', code: 'before-start' }] });
    const result = await rerate(db, { customerId: customer.id, from, to }, deps.config.defaultCountry, body.dryRun);
    const after = { ...body, calls: result.calls, changed: result.changed };
    if (!body.dryRun) await note(db, { caller, id: customer.id, action: 'rerate', after }, customer.id, customer.name);
    return { ...result, totals: [...result.totals], costs: seesCosts(caller) ? [...result.costs] : [] };
  });
};

export const registerInvoices = (app: FastifyInstance, deps: Services): void => {
  const today = (): string => dayOf(deps.now(), 'UTC');
  registerReading(app, deps, today);
  registerDrafting(app, deps, today);
  registerFinishing(app, deps, today);
};
