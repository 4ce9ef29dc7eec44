// A wallboard: pages of tiles with large figures that rotate on a screen. A link opens it without a sign-in.
import { z } from 'zod';
import { WALL_FIGURES, WALL_FIGURE_NAMES } from '../../boards/wall-figures.ts';
import type { WallFigure } from '../../boards/wall-figures.ts';
import { noun } from '../noun.ts';
import { Id, Instant } from '../resource.ts';
import { route } from '../route.ts';
import { Language, pattern, text, TimeZone } from '../text.ts';

export const TILE_KINDS = ['queue', 'totals', 'agents', 'ticker', 'chart', 'clock', 'text'] as const;
export type TileKind = (typeof TILE_KINDS)[number];
export const WALL_SCHEMES = ['dark', 'light'] as const;

const MOST_FIGURES = 6;
const MOST_QUEUES = 50;
export const MOST_TILES = 24;
export const MOST_PAGES = 12;
/** Grid columns on a wide screen. A tall screen has half as many. */
export const WALL_COLUMNS = 4;

const Figure = z.enum(WALL_FIGURE_NAMES);

/** With a red limit better than the yellow one, yellow would never show. */
const inOrder = (t: {
  readonly figure: WallFigure;
  readonly warn: number | null;
  readonly bad: number | null;
}): boolean =>
  t.warn === null || t.bad === null || (WALL_FIGURES[t.figure].worse === 'high' ? t.bad >= t.warn : t.bad <= t.warn);

/** Limits in the unit of the figure: count, seconds, or thousandths of a percent. `null`: no such color. */
export const Threshold = z
  .object({
    figure: Figure,
    warn: z.number().int().min(0).max(1_000_000).nullable().default(null),
    bad: z.number().int().min(0).max(1_000_000).nullable().default(null),
    /** Seconds that the figure must stay beyond a limit before the color changes. */
    holdSeconds: z.number().int().min(0).max(3600).default(5),
    /** How far the figure must recover before the color changes back. */
    margin: z.number().int().min(0).max(1_000_000).default(0),
  })
  .refine(inOrder, { path: ['bad'], params: { rule: 'threshold-order' } });
export type Threshold = z.infer<typeof Threshold>;

const placed = {
  /** Unique within a board. */
  id: text(1, 36),
  /** Size in grid cells. */
  width: z.number().int().min(1).max(4).default(1),
  height: z.number().int().min(1).max(4).default(1),
  /** Empty: the queue's name or the kind of the tile. */
  title: text(0, 64).default(''),
};
const figures = z.array(Figure).min(1).max(MOST_FIGURES);
const thresholds = z.array(Threshold).max(WALL_FIGURE_NAMES.length).default([]);
/** Empty: every queue of the customer. */
const queueIds = z.array(Id).max(MOST_QUEUES).default([]);

export const Tile = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('queue'), ...placed, queueId: Id, figures, thresholds }),
  z.object({ kind: z.literal('totals'), ...placed, queueIds, figures, thresholds }),
  z.object({ kind: z.literal('agents'), ...placed, queueIds }),
  z.object({ kind: z.literal('ticker'), ...placed, queueIds, thresholds }),
  z.object({ kind: z.literal('chart'), ...placed, queueIds }),
  /** null: the customer's time zone. */
  z.object({ kind: z.literal('clock'), ...placed, timezone: TimeZone.nullable().default(null) }),
  z.object({ kind: z.literal('text'), ...placed, text: z.string().trim().min(1).max(1000) }),
]);
export type Tile = z.infer<typeof Tile>;

export const WallPage = z.object({
  name: text(0, 64).default(''),
  tiles: z
    .array(Tile)
    .max(MOST_TILES)
    .refine((tiles) => new Set(tiles.map((t) => t.id)).size === tiles.length, { params: { rule: 'same-tile' } }),
});
export type WallPage = z.infer<typeof WallPage>;

const Clock = pattern('clock', 5);
const editable = {
  name: text(1, 64),
  /** `null`: the viewer's language, or the browser's language for a link. */
  language: Language.nullable(),
  scheme: z.enum(WALL_SCHEMES),
  /** Seconds per page. */
  rotateSeconds: z.number().int().min(5).max(3600),
  /** Plays a sound when a figure turns red. */
  sound: z.boolean(),
  /** Hours without sound, in the customer's time zone. */
  quietHours: z.object({ from: Clock, to: Clock }).nullable(),
  pages: z.array(WallPage).min(1).max(MOST_PAGES),
};

export const Wallboard = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  ...editable,
  // Validated on write.
  pages: z.array(z.unknown()) as unknown as z.ZodArray<typeof WallPage>,
  pageCount: z.number().int(),
  linkCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Wallboard = z.infer<typeof Wallboard>;

export const CreateWallboard = z.object({
  /** Absent: the caller's own customer. Required for platform staff. */
  customerId: Id.optional(),
  name: editable.name,
  language: editable.language.default(null),
  scheme: editable.scheme.default('dark'),
  rotateSeconds: editable.rotateSeconds.default(20),
  sound: editable.sound.default(false),
  quietHours: editable.quietHours.default(null),
  pages: editable.pages.default([{ name: '', tiles: [] }]),
});
export type CreateWallboard = z.infer<typeof CreateWallboard>;
export const UpdateWallboard = z.object(editable).partial();
export type UpdateWallboard = z.infer<typeof UpdateWallboard>;

export const wallboards = noun({
  key: 'wallboard',
  path: '/wallboards',
  table: 'wallboards',
  words: ['wallboard', 'wallboards'],
  singular: { en: 'wallboard', es: 'panel mural', fr: 'écran mural', he: 'לוח מוקד' },
  dimensions: ['customer'],
  // `operate` allows links for screens, for boards whose queues are all in the supervisor's teams.
  roles: {
    'customer-admin': ['manage'],
    support: ['read'],
    supervisor: ['read', 'create', 'update', 'operate'],
    wallboard: ['read'],
  },
  row: Wallboard,
  create: CreateWallboard,
  update: UpdateWallboard,
  sortable: ['name', 'customerName', 'rotateSeconds', 'createdAt', 'updatedAt'],
  defaultSort: 'name',
  searchable: ['name', 'customerName'],
  filters: ['customerId'],
  fields: {
    customerId: { kind: 'ref', resource: 'customers', in: ['create'], section: 'board' },
    name: { kind: 'text', in: ['list', 'create', 'edit'], section: 'board' },
    customerName: { kind: 'text', in: ['list'] },
    pageCount: { kind: 'number', in: ['list'] },
    linkCount: { kind: 'number', in: ['list'] },
    rotateSeconds: { kind: 'number', in: ['list', 'create', 'edit'], section: 'screen' },
    scheme: { kind: 'select', options: WALL_SCHEMES, in: ['create', 'edit'], section: 'screen' },
    language: { kind: 'language', in: ['create', 'edit'], section: 'screen' },
    sound: { kind: 'boolean', in: ['create', 'edit'], section: 'screen' },
    updatedAt: { kind: 'instant', in: ['list'] },
  },
  titleField: 'name',
});

const item = z.object({ id: Id });

export const duplicateWallboard = route({
  method: 'POST',
  path: '/wallboards/:id/duplicate',
  summary: 'Copy a wallboard without its links',
  tag: 'wallboard',
  access: ['create', 'wallboard'],
  params: item,
  body: z.object({ name: editable.name }),
  response: Wallboard,
  status: 201,
  errors: ['not-found'],
});

/** A queue of a board, named as in its live rows. */
const BoardQueue = z.object({
  id: Id,
  serverId: z.number().int(),
  name: z.string(),
  label: z.string(),
});
export type BoardQueue = z.infer<typeof BoardQueue>;

/** Data of a screen in addition to the live state: the board and those of its queues that the viewer may see. */
export const BoardView = z.object({
  id: Id,
  name: editable.name,
  customerName: z.string(),
  timezone: z.string(),
  language: editable.language,
  scheme: editable.scheme,
  rotateSeconds: z.number().int(),
  sound: z.boolean(),
  quietHours: editable.quietHours,
  pages: Wallboard.shape.pages,
  queues: z.array(BoardQueue),
  version: z.number().int(),
});
export type BoardView = z.infer<typeof BoardView>;

export const viewWallboard = route({
  method: 'GET',
  path: '/wallboards/:id/view',
  summary: 'Get a wallboard with its queues, as a screen shows it',
  tag: 'wallboard',
  access: ['read', 'wallboard'],
  params: item,
  response: BoardView,
  errors: ['not-found'],
});

/** Today's calls by hour in the customer's time zone. Hours without calls are omitted. */
export const BoardDay = z.object({
  /** `2026-11-21` */
  day: z.string(),
  hours: z.array(
    z.object({
      queueId: Id,
      /** 0 to 23. */
      hour: z.number().int(),
      answered: z.number().int(),
      /** Abandoned, timed out, refused and all other ends without an answer. */
      lost: z.number().int(),
    }),
  ),
  /** Today's gaps of the board's PBX servers that were not imported later. `to` is `null` while a gap continues. */
  unseen: z.array(
    z.object({ serverId: z.number().int(), serverName: z.string(), from: Instant, to: Instant.nullable() }),
  ),
});
export type BoardDay = z.infer<typeof BoardDay>;

export const getWallboardDay = route({
  method: 'GET',
  path: '/wallboards/:id/day',
  summary: 'Get today’s calls by hour for the queues of a wallboard',
  tag: 'wallboard',
  access: ['read', 'wallboard'],
  params: item,
  response: BoardDay,
  errors: ['not-found'],
});
