import { expect, it } from 'vitest';
import { possibleColumns, shownColumns } from './call-columns.ts';

it.each([
  ['nothing chosen: those that most want', null, ['recording', 'duration'], ['uniqueid', 'server', 'customer']],
  ['what was chosen, in the order of the list', ['uniqueid', 'startAt'], ['startAt', 'uniqueid'], ['duration']],
  ['a column that is no more is passed over', ['gone', 'talk'], ['talk'], ['startAt']],
  ['none left: the list as it is by itself', ['gone'], ['startAt', 'talk'], ['uniqueid']],
])('%s', (_, chosen, shown, hidden) => {
  const columns = shownColumns(possibleColumns(true), chosen);
  expect(columns).toEqual(expect.arrayContaining(shown));
  for (const column of hidden) expect(columns).not.toContain(column);
});

it('offers users of a customer no customer column', () => {
  expect(possibleColumns(false)).not.toContain('customer');
  expect(shownColumns(possibleColumns(false), ['customer', 'server'])).toEqual(['server']);
});
