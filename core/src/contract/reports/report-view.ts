// Saved views of reports: private, or shared within the customer. A view shows what its viewer may see.
import { z } from 'zod';
import { Id } from '../resource.ts';
import { route } from '../route.ts';
import { PATTERNS, rule, text } from '../text.ts';

export const VIEWED_REPORTS = ['queues', 'agents', 'calls', 'billing'] as const;
const MOST_FIELDS = 20;

/** Query parameters of the report's page. The page ignores invalid values. */
const Search = z
  .record(z.string().regex(/^[a-zA-Z]{1,20}$/), z.union([z.string().max(160).regex(PATTERNS.characters), z.number()]))
  .refine((search) => Object.keys(search).length <= MOST_FIELDS, rule('view-fields'));

const fields = { name: text(1, 60), search: Search, shared: z.boolean() };

export const ReportView = z.object({
  id: Id,
  report: z.enum(VIEWED_REPORTS),
  ...fields,
  /** Whether it belongs to the caller. Only the owner may change it. */
  own: z.boolean(),
  ownerName: z.string(),
  /** The caller's default view. */
  isDefault: z.boolean(),
});
export type ReportView = z.infer<typeof ReportView>;

const tag = 'report';
const access = 'signed-in';
const params = z.object({ id: Id });
const path = '/reports/views';

export const listReportViews = route({
  ...{
    method: 'GET',
    path,
    summary: 'List saved views of reports: the caller’s own and shared ones',
    tag,
    access,
  },
  response: z.object({ data: z.array(ReportView) }),
  errors: [],
});

/** 409: the caller already has a view with this name. */
export const saveReportView = route({
  ...{ method: 'POST', path, summary: 'Save the filters of a report under a name', tag, access },
  body: z.object({ report: z.enum(VIEWED_REPORTS), ...fields, shared: fields.shared.default(false) }),
  response: ReportView,
  status: 201,
  errors: ['conflict'],
});

export const updateReportView = route({
  ...{ method: 'PATCH', path: `${path}/:id`, summary: 'Change one of the caller’s saved views', tag, access, params },
  body: z.object(fields).partial(),
  response: ReportView,
  errors: ['not-found', 'conflict'],
});

export const deleteReportView = route({
  ...{ method: 'DELETE', path: `${path}/:id`, summary: 'Delete one of the caller’s saved views', tag, access, params },
  status: 204,
  errors: ['not-found'],
});

/** `viewId` `null`: the report starts without a view. */
export const chooseReportView = route({
  ...{
    method: 'PUT',
    path: `${path}/default`,
    summary: 'Select the saved view that a report opens with',
    tag,
    access,
  },
  body: z.object({ report: z.enum(VIEWED_REPORTS), viewId: Id.nullable() }),
  status: 204,
  errors: ['not-found'],
});
