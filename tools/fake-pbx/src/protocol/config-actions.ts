// Actions that read and write configuration files, with the responses of Asterisk 22.10.1 (recorded; see `config-actions.test.ts`).
// As in Asterisk, a login with write access can read all files, including the secrets in manager.conf.
import { readWhole, type DiskSection } from '../sim/config-disk.ts';
import { editSections, type Edit } from '../sim/config-edit.ts';
import { emit, render, type Fields } from '../sim/emit.ts';
import { isModule, loadModule } from '../sim/load-modules.ts';
import type { World } from '../sim/model.ts';
import { refusal, reply, success } from './reply.ts';
import type { Request } from './request.ts';

const NO_NAME = 'Filename not specified';
const NOT_FOUND = 'Config file not found';
const INVALID = 'Config file has invalid format';
/** Error for files outside the folder, and in some actions for missing files. */
const OUTSIDE = 'File requires escalated privileges';

const isOutside = (name: string): boolean => name.startsWith('/') || name.split('/').includes('..');

const index = (n: number): string => String(n).padStart(6, '0');

export const createConfig = (world: World, r: Request): string => {
  const name = r.get('Filename');
  const { disk } = world.loaded;
  if (name === '') return refusal(r, NO_NAME);
  if (isOutside(name)) return refusal(r, OUTSIDE);
  if (name.includes('/')) return refusal(r, 'No such file or directory');
  if (disk.has(name)) return refusal(r, 'File exists');
  disk.set(name, { sections: [], includes: [], invalid: false });
  return success(r, 'New configuration file created successfully');
};

/** Returns the file's sections, or the error response of a read action. */
const read = (world: World, r: Request, missing: string): readonly DiskSection[] | string => {
  const name = r.get('Filename');
  if (name === '') return refusal(r, NO_NAME);
  if (isOutside(name)) return refusal(r, OUTSIDE);
  if (!world.loaded.disk.has(name)) return refusal(r, missing);
  return readWhole(world.loaded.disk, name) ?? refusal(r, INVALID);
};

const isWanted = (r: Request, section: DiskSection): boolean => {
  const [category, filter] = [r.get('Category'), r.get('Filter')];
  if (category !== '' && section.name !== category) return false;
  return filter
    .split(',')
    .filter((part) => part.includes('='))
    .every((part) => {
      const [name, value] = [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()];
      return section.lines.some((l) => l.name === name && l.value === value);
    });
};

export const getConfig = (world: World, r: Request): string => {
  const sections = read(world, r, NOT_FOUND);
  if (typeof sections === 'string') return sections;
  const wanted = sections.filter((s) => isWanted(r, s));
  // Asterisk sends this line without a header name, with Success.
  if (wanted.length === 0 && r.get('Category') !== '')
    return reply(r, 'Success').replace(/\r\n$/, 'No categories found\r\n\r\n');
  return reply(
    r,
    'Success',
    wanted.flatMap((s, i): Fields => [
      [`Category-${index(i)}`, s.name],
      ...s.lines.map((l, n) => [`Line-${index(i)}-${index(n)}`, `${l.name}=${l.value}`] as const),
    ]),
  );
};

const quoted = (text: string): string => JSON.stringify(text);

/** Keys such as `member` repeat. Most JSON parsers keep only the last one. */
export const getConfigJson = (world: World, r: Request): string => {
  const sections = read(world, r, OUTSIDE);
  if (typeof sections === 'string') return sections;
  const body = sections
    .filter((s) => isWanted(r, s))
    .map((s) => `${quoted(s.name)}:{${s.lines.map((l) => `${quoted(l.name)}:${quoted(l.value)}`).join(',')}}`);
  return reply(r, 'Success', [['JSON', `{${body.join(',')}}`]]);
};

export const listCategories = (world: World, r: Request): string => {
  const sections = read(world, r, NOT_FOUND);
  if (typeof sections === 'string') return sections;
  return reply(
    r,
    'Success',
    sections.length === 0
      ? [['Error', 'no categories found']]
      : sections.map((s, i) => [`Category-${index(i)}`, s.name] as const),
  );
};

const editsOf = (r: Request): readonly Edit[] => {
  const edits: Edit[] = [];
  for (let i = 0; ; i++) {
    const n = index(i);
    const action = r.get(`Action-${n}`);
    if (action === '') return edits;
    edits.push({
      action,
      category: r.get(`Cat-${n}`),
      variable: r.get(`Var-${n}`),
      value: r.get(`Value-${n}`),
      match: r.get(`Match-${n}`),
      line: r.get(`Line-${n}`),
      allowDuplicates: /\ballowdups\b/.test(r.get(`Options-${n}`)),
    });
  }
};

const reloadNow = (world: World, module: string): void => {
  world.reloadedAt = world.clock.now();
  loadModule(world, module);
  emit(
    world,
    'Reload',
    render([
      ['Module', module || 'All'],
      ['Status', 0],
    ]),
  );
};

/** The response comes before the reload, whose result is not reported. */
export const updateConfig = (world: World, r: Request): string => {
  const [from, to, module] = [r.get('SrcFilename'), r.get('DstFilename'), r.get('Reload')];
  const { disk } = world.loaded;
  if (from === '' || to === '') return refusal(r, NO_NAME);
  if (isOutside(from) || isOutside(to) || !disk.has(from) || !disk.has(to)) return refusal(r, OUTSIDE);
  const source = disk.get(from)!;
  if (readWhole(disk, from) === null) return refusal(r, INVALID);
  const edited = editSections(source.sections, editsOf(r));
  if (!edited.ok) return refusal(r, edited.message);
  const broken = edited.sections.some((s) => s.lines.some((l) => l.name.startsWith('#')));
  disk.set(to, { sections: edited.sections, includes: source.includes, invalid: broken });
  if (module !== '' && !/^(no|false|n|0|off)$/i.test(module))
    reloadNow(world, /^(yes|true|y|1|on)$/i.test(module) ? '' : module);
  return reply(r, 'Success');
};

export const reload = (world: World, r: Request): string => {
  const module = r.get('Module');
  if (module !== '' && !isModule(module)) return refusal(r, 'No such module');
  reloadNow(world, module);
  return success(r, 'Module Reloaded');
};

export const moduleLoad = (world: World, r: Request): string => {
  const [module, kind] = [r.get('Module'), r.get('LoadType').toLowerCase()];
  if (module === '' && kind !== 'reload') return refusal(r, 'Need module name');
  if (module !== '' && !isModule(module)) return refusal(r, 'Module not found.');
  if (kind !== 'reload') return success(r, kind === 'unload' ? 'Module unloaded.' : 'Module loaded.');
  reloadNow(world, module);
  return success(r, module === '' ? 'All modules reloaded' : 'Module reloaded.');
};

export const moduleCheck = (_world: World, r: Request): string =>
  isModule(r.get('Module')) ? reply(r, 'Success', [['Version', '']]) : refusal(r, 'Module not loaded');
