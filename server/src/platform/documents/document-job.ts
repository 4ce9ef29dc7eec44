// Defines the jobs and messages of the thread that makes PDFs and workbooks. Both sides pull: the thread requests rows and the console
// requests bytes, so neither runs ahead.
import type { ReportContent } from './report-content.ts';

export type DocumentRow = Readonly<Record<string, unknown>>;

export interface TableHead {
  /** Fields of the rows, in order. */
  readonly columns: readonly string[];
  /** One heading per column. */
  readonly headings: readonly string[];
  /** Without extension. */
  readonly fileName: string;
  /** Language of headings and texts. */
  readonly language: string;
  /** Title of a PDF. Default: the file name. */
  readonly title?: string | undefined;
  /** IANA name of the time zone for times in a PDF. Default: UTC. */
  readonly timeZone?: string | undefined;
  /** Creation time shown in a PDF, in epoch milliseconds. */
  readonly madeAt?: number | undefined;
}

export type DocumentJob =
  | { readonly kind: 'rows-pdf' | 'workbook'; readonly table: TableHead }
  | { readonly kind: 'report'; readonly content: ReportContent; readonly madeAt: number }
  /** Calls the export `render` of a module with the content and returns its bytes. Areas add their own documents this way. */
  | { readonly kind: 'module'; readonly url: string; readonly content: unknown };

/** The export of a module that a `module` job names. */
export interface DocumentModule {
  render(content: unknown): Promise<Uint8Array>;
}

export type ToThread =
  | { readonly kind: 'start'; readonly job: DocumentJob }
  /** `null`: no more rows. */
  | { readonly kind: 'rows'; readonly rows: readonly DocumentRow[] | null }
  | { readonly kind: 'continue' };

export type FromThread =
  | { readonly kind: 'need-rows' }
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };
