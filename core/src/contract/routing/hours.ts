// Business hours of a customer by week, with holidays and a manual override.
import { z } from 'zod';
import { WEEKDAYS } from '../../routing/call-flow.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { pattern, text, TimeZone } from '../text.ts';

export const HOURS_OVERRIDES = ['auto', 'open', 'closed'] as const;

/** `until` is exclusive. `24:00` ends a day. Hours across midnight need two intervals. */
export const Interval = z
  .object({
    days: z.array(z.enum(WEEKDAYS)).min(1).max(7),
    from: pattern('clock', 5),
    until: pattern('clock', 5),
  })
  .refine(({ from, until }) => from < until, { path: ['until'], params: { rule: 'interval-order' } });
export type Interval = z.infer<typeof Interval>;

/** Closed all day: `2026-12-25`, or `12-25` for every year. */
export const Holiday = z.object({ date: pattern('holiday', 10).min(1), name: text(0, 64).default('') });
export type Holiday = z.infer<typeof Holiday>;

const editable = {
  name: text(1, 64),
  timezone: TimeZone,
  /** Manual override, until it is `auto` again. */
  override: z.enum(HOURS_OVERRIDES),
  intervals: z.array(Interval).max(50),
  holidays: z.array(Holiday).max(200),
};

export const Hours = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  ...editable,
  timezone: z.string(),
  intervals: z.array(z.object({ days: z.array(z.enum(WEEKDAYS)), from: z.string(), until: z.string() })),
  holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  numberCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Hours = z.infer<typeof Hours>;

export const CreateHours = z.object({
  customerId: Id.optional(),
  name: editable.name,
  /** Absent: the customer's. */
  timezone: TimeZone.optional(),
  override: editable.override.default('auto'),
  intervals: editable.intervals.default([]),
  holidays: editable.holidays.default([]),
});
export const UpdateHours = z.object(editable).partial();

export const hours = noun({
  key: 'hours',
  path: '/hours',
  table: 'hours',
  words: ['set of business hours', 'business hours'],
  singular: { en: 'business hours', es: 'horario de atención', fr: 'horaires d’ouverture', he: 'שעות פעילות' },
  dimensions: ['customer'],
  roles: { 'customer-admin': ['manage'], support: ['read', 'update'], auditor: ['read'] },
  row: Hours,
  create: CreateHours,
  update: UpdateHours,
  sortable: ['name', 'timezone', 'override', 'customerName', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'customerName'],
  filters: ['customerId', 'override'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'hours' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'hours' },
    timezone: { kind: 'timezone', in: ['list', 'create', 'edit'], section: 'hours' },
    override: { kind: 'select', options: HOURS_OVERRIDES, in: ['list', 'create', 'edit'], section: 'hours' },
    intervals: { kind: 'text', in: ['list', 'create', 'edit'], section: 'week' },
    holidays: { kind: 'text', in: ['create', 'edit'], section: 'holidays' },
    numberCount: { kind: 'number', in: ['list'] },
    customerName: { kind: 'text', in: ['list'] },
  },
  movable: true,
  titleField: 'name',
});
