// Operations of `UpdateConfig` on the sections of a file: all or none. Errors use Asterisk's texts (recorded from Asterisk 22.10.1).
import { diskLine, type DiskLine, type DiskSection } from './config-disk.ts';

export interface Edit {
  readonly action: string;
  readonly category: string;
  readonly variable: string;
  readonly value: string;
  readonly match: string;
  readonly line: string;
  readonly allowDuplicates: boolean;
}

type Edited =
  { readonly ok: true; readonly sections: readonly DiskSection[] } | { readonly ok: false; readonly message: string };

const NO_CATEGORY = 'Given category does not exist';
const BAD_PART = 'Problem with category, value, or line (if required)';
const NO_UPDATE = 'Update did not complete successfully';

class Refused extends Error {}

const refuse = (message: string): never => {
  throw new Refused(message);
};

/** A value that starts with `>` is written as `name => value`, which reads the same as `=`. */
const lineOf = (e: Edit): DiskLine => diskLine(e.variable, e.value.replace(/^>\s*/, ''));

const onLines = (
  sections: readonly DiskSection[],
  e: Edit,
  change: (lines: readonly DiskLine[]) => readonly DiskLine[],
): readonly DiskSection[] => {
  if (!sections.some((s) => s.name === e.category)) refuse(NO_CATEGORY);
  return sections.map((s) => (s.name === e.category ? { ...s, lines: change(s.lines) } : s));
};

const isMeant = (e: Edit) => (line: DiskLine) =>
  line.name.toLowerCase() === e.variable.toLowerCase() &&
  (e.match === '' || line.value.toLowerCase() === e.match.toLowerCase());

const update = (e: Edit, lines: readonly DiskLine[]): readonly DiskLine[] => {
  const at = lines.findIndex(isMeant(e));
  return at === -1 ? refuse(NO_UPDATE) : lines.with(at, { ...lines[at]!, value: lineOf(e).value });
};

const remove = (e: Edit, lines: readonly DiskLine[]): readonly DiskLine[] => {
  const rest = lines.filter((line) => !isMeant(e)(line));
  return rest.length === lines.length ? refuse(NO_UPDATE) : rest;
};

const apply = (sections: readonly DiskSection[], e: Edit): readonly DiskSection[] => {
  if (e.category === '') refuse('Category not specified');
  switch (e.action.toLowerCase()) {
    case 'newcat':
      return !e.allowDuplicates && sections.some((s) => s.name === e.category)
        ? refuse('Create category did not complete successfully')
        : [...sections, { name: e.category, lines: [] }];
    case 'renamecat':
      if (e.value === '') refuse('Value not specified');
      if (!sections.some((s) => s.name === e.category)) refuse(NO_CATEGORY);
      return sections.map((s) => (s.name === e.category ? { ...s, name: e.value } : s));
    case 'delcat':
      return sections.some((s) => s.name === e.category)
        ? sections.filter((s) => s.name !== e.category)
        : refuse(NO_CATEGORY);
    case 'emptycat':
      return onLines(sections, e, () => []);
    case 'append':
      return e.variable === '' ? refuse(BAD_PART) : onLines(sections, e, (lines) => [...lines, lineOf(e)]);
    case 'update':
      return e.variable === '' ? refuse(BAD_PART) : onLines(sections, e, (lines) => update(e, lines));
    case 'delete':
      return e.variable === '' && e.line === '' ? refuse(BAD_PART) : onLines(sections, e, (lines) => remove(e, lines));
    case 'insert':
      return e.variable === '' || e.line === ''
        ? refuse(BAD_PART)
        : onLines(sections, e, (lines) => lines.toSpliced(Number(e.line) || 0, 0, lineOf(e)));
    default:
      return refuse('Unknown action command');
  }
};

export const editSections = (sections: readonly DiskSection[], edits: readonly Edit[]): Edited => {
  try {
    return { ok: true, sections: edits.reduce(apply, sections) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, message: error.message };
    throw error;
  }
};
