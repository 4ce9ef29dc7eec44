// A wallboard: pages of tiles with big figures, which rotate on a screen on the wall. A link opens it without a sign-in.
import { z } from 'zod';
import { WALL_FIGURES, WALL_FIGURE_NAMES } from '../metrics/wall-figures.ts';
import type { WallFigure } from '../metrics/wall-figures.ts';
import { Id, Instant, resource } from './resource.ts';
import { route } from './route.ts';
import { Language, pattern, text, TimeZone } from './text.ts';

export const TILE_KINDS = ['queue', 'totals', 'agents', 'ticker', 'chart', 'clock', 'text'] as const;
export type TileKind = (typeof TILE_KINDS)[number];
export const WALL_SCHEMES = ['dark', 'light'] as const;

const MOST_FIGURES = 6;
const MOST_QUEUES = 50;
export const MOST_TILES = 24;
export const MOST_PAGES = 12;
/** A grid of so many columns on a wide screen, of half as many on a tall one. */
export const WALL_COLUMNS = 4;

const Figure = z.enum(WALL_FIGURE_NAMES as [WallFigure, ...WallFigure[]]);

/** A red limit on the good side of the yellow one would never show yellow. */
const inOrder = (t: {
  readonly figure: WallFigure;
  readonly warn: number | null;
  readonly bad: number | null;
}): boolean =>
  t.warn === null || t.bad === null || (WALL_FIGURES[t.figure].worse === 'high' ? t.bad >= t.warn : t.bad <= t.warn);

/** Limits in the unit of the figure: a count, seconds, thousandths of a percent. null: no such colour. */
export const Threshold = z
  .object({
    figure: Figure,
    warn: z.number().int().min(0).max(1_000_000).nullable().default(null),
    bad: z.number().int().min(0).max(1_000_000).nullable().default(null),
    /** So long the figure must stay beyond a limit before the colour turns. */
    holdSeconds: z.number().int().min(0).max(3600).default(5),
    /** By so much it must come back before the colour falls. */
    margin: z.number().int().min(0).max(1_000_000).default(0),
  })
  .refine(inOrder, { path: ['bad'], params: { rule: 'threshold-order' } });
export type Threshold = z.infer<typeof Threshold>;

const placed = {
  /** Tells the tiles of a board apart. */
  id: text(1, 36),
  /** Cells that it covers. */
  width: z.number().int().min(1).max(4).default(1),
  height: z.number().int().min(1).max(4).default(1),
  /** '': the queue's name, or what the tile is. */
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
  /** null: as whoever looks at it; a link follows the screen's browser. */
  language: Language.nullable(),
  scheme: z.enum(WALL_SCHEMES),
  /** Each page is shown so long. */
  rotateSeconds: z.number().int().min(5).max(3600),
  /** A sound when a figure turns red. */
  sound: z.boolean(),
  /** No sound in these hours, by the customer's clock. */
  quietHours: z.object({ from: Clock, to: Clock }).nullable(),
  pages: z.array(WallPage).min(1).max(MOST_PAGES),
};

export const Wallboard = z.object({
  id: Id,
  customerId: Id,
  customerName: z.string(),
  ...editable,
  // Judged when written.
  pages: z.array(z.unknown()) as unknown as z.ZodArray<typeof WallPage>,
  pageCount: z.number().int(),
  linkCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.number().int(),
});
export type Wallboard = z.infer<typeof Wallboard>;

export const CreateWallboard = z.object({
  /** The caller's own customer when left out; the platform's staff must name one. */
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

export const wallboards = resource({
  name: 'wallboard',
  path: '/wallboards',
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
  summary: 'Make a second wallboard like this one; links are not copied',
  tag: 'wallboard',
  access: ['create', 'wallboard'],
  params: item,
  body: z.object({ name: editable.name }),
  response: Wallboard,
  status: 201,
  errors: ['not-found'],
});

/** A queue that a board shows, as its live rows are named. */
const BoardQueue = z.object({
  id: Id,
  serverId: z.number().int(),
  name: z.string(),
  label: z.string(),
});
export type BoardQueue = z.infer<typeof BoardQueue>;

/** All that a screen needs beside the live state: the board, and the queues of it that the viewer may see. */
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
  summary: 'A wallboard as a screen shows it, with its queues',
  tag: 'wallboard',
  access: ['read', 'wallboard'],
  params: item,
  response: BoardView,
  errors: ['not-found'],
});

/** Calls of today by the hour in the customer's time zone; hours without a call are not there. */
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
  /** When PBXs of the board's queues were not seen today, as far as nobody caught up on it; `to` null: it goes on. */
  unseen: z.array(
    z.object({ serverId: z.number().int(), serverName: z.string(), from: Instant, to: Instant.nullable() }),
  ),
});
export type BoardDay = z.infer<typeof BoardDay>;

export const wallboardDay = route({
  method: 'GET',
  path: '/wallboards/:id/day',
  summary: 'Calls of today by the hour, of the queues of a wallboard',
  tag: 'wallboard',
  access: ['read', 'wallboard'],
  params: item,
  response: BoardDay,
  errors: ['not-found'],
});
