// Issuers of invoices: the operator's company or several of them. Each has its own number series.
import { z } from 'zod';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { pattern, text } from '../text.ts';

const lines = (max: number) => z.string().trim().max(max);

const editable = {
  name: text(1, 128),
  legalName: text(0, 128),
  taxId: text(0, 32),
  /** May have several lines. */
  address: lines(500),
  email: pattern('email', 254),
  phone: pattern('phone', 32),
  website: text(0, 128),
  /** Payment information on every invoice: bank account and terms. */
  paymentDetails: lines(1000),
  footer: lines(500),
  invoicePrefix: text(0, 16),
  creditPrefix: text(0, 16),
  numberDigits: z.number().int().min(1).max(12),
  isDefault: z.boolean(),
};

export const Issuer = z.object({
  id: Id,
  ...editable,
  /** The last assigned numbers. */
  lastInvoice: z.number().int(),
  lastCredit: z.number().int(),
  hasLogo: z.boolean(),
  updatedAt: Instant,
  version: z.number().int(),
});
export type Issuer = z.infer<typeof Issuer>;

export const CreateIssuer = z.object({
  ...editable,
  legalName: editable.legalName.default(''),
  taxId: editable.taxId.default(''),
  address: editable.address.default(''),
  email: editable.email.default(''),
  phone: editable.phone.default(''),
  website: editable.website.default(''),
  paymentDetails: editable.paymentDetails.default(''),
  footer: editable.footer.default(''),
  invoicePrefix: editable.invoicePrefix.default('INV-'),
  creditPrefix: editable.creditPrefix.default('CN-'),
  numberDigits: editable.numberDigits.default(5),
  isDefault: editable.isDefault.default(false),
  /** Start value when numbers continue from another system. */
  lastInvoice: z.number().int().min(0).max(999_999_999).default(0),
});

const tag = 'billing';
const params = z.object({ id: Id });

/** Empty for users of a customer. */
export const listIssuers = route({
  method: 'GET',
  path: '/issuers',
  summary: 'List the issuers of invoices',
  tag,
  access: ['update', 'billing'],
  response: z.object({ data: z.array(Issuer) }),
  errors: [],
});

export const createIssuer = route({
  method: 'POST',
  path: '/issuers',
  summary: 'Add an issuer. The first one is the default',
  tag,
  access: ['create', 'billing'],
  body: CreateIssuer,
  response: Issuer,
  status: 201,
  errors: ['conflict', 'not-found'],
});

/** 409 when changing a prefix after a number was assigned. */
export const updateIssuer = route({
  method: 'PATCH',
  path: '/issuers/:id',
  summary: 'Change an issuer. Final invoices do not change',
  tag,
  access: ['update', 'billing'],
  params,
  body: z.object(editable).partial(),
  response: Issuer,
  errors: ['not-found', 'conflict', 'stale'],
});

/** PNG or JPEG in base64. Empty removes the logo. */
export const setIssuerLogo = route({
  method: 'PUT',
  path: '/issuers/:id/logo',
  summary: 'Set or remove the logo on the documents of an issuer',
  tag,
  access: ['update', 'billing'],
  params,
  body: z.object({ image: z.base64().max(700_000) }),
  maxBodyBytes: 800_000,
  response: Issuer,
  errors: ['not-found'],
});
