import { expect, it } from 'vitest';
import { conflictOf } from './conflict-of.ts';
import type { FieldDeclaration } from '../list/crud-resource.ts';

const text: FieldDeclaration = { kind: 'text', in: ['edit'] };
const fields = [
  ['name', text],
  ['phone', text],
  ['callcenterIds', { kind: 'ref', resource: 'callcenters', many: true, in: ['edit'] }],
] as const;
const start = { name: 'Acme', phone: '1', callcenterIds: ['a'] };

it.each([
  ['both changed one field', { name: 'Mine' }, { name: 'Theirs' }, ['name'], []],
  ['each changed another', { name: 'Mine' }, { phone: '2' }, [], ['phone']],
  ['both changed it to the same', { name: 'Same' }, { name: 'Same' }, [], []],
  ['only the other changed', {}, { name: 'Theirs', callcenterIds: ['a', 'b'] }, [], ['name', 'callcenterIds']],
  ['lists differ', { callcenterIds: ['b'] }, { callcenterIds: ['a', 'c'] }, ['callcenterIds'], []],
  ['nobody changed a field that is shown', { name: 'Mine' }, {}, [], []],
])('%s', (_what, mine, theirs, disputed, taken) => {
  const found = conflictOf(fields, start, { ...start, ...mine }, { ...start, ...theirs });
  expect(found.disputed.map((d) => d.field)).toEqual(disputed);
  expect(found.taken).toEqual(taken);
});
