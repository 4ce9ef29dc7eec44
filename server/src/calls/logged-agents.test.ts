import { expect, it } from 'vitest';
import { createAgentReader, readAliases } from './logged-agents.ts';

const ANN = 'PJSIP/acme-101';
const agentOf = createAgentReader({
  seen: [
    { name: 'Ann Archer', interface: ANN },
    { name: '', interface: 'PJSIP/acme-104' },
  ],
  phones: [
    { name: 'Ann', interface: ANN },
    { name: 'Bob', interface: 'PJSIP/acme-102' },
    { name: 'Carl', interface: 'PJSIP/acme-103' },
    { name: 'Cora', interface: 'PJSIP/globex-103' },
  ],
  aliases: new Map([
    ['Agent/7', ANN],
    ['old-bob', 'Bob'],
    ['SIP/900', 'SIP/901'],
  ]),
});

it.each([
  ['the name that was seen', 'Ann Archer', ANN, 'Ann Archer'],
  ['an interface that was seen', ANN, ANN, 'Ann Archer'],
  ['the line’s own name', 'Bob', 'PJSIP/acme-102', 'Bob'],
  ['an older kind of phone of the same line', 'SIP/101', ANN, 'Ann Archer'],
  ['a local channel to it', 'Local/102@agents/n', 'PJSIP/acme-102', 'Bob'],
  ['a line without a name', 'SIP/104', 'PJSIP/acme-104', 'PJSIP/acme-104'],
  ['a line that two customers have', 'SIP/103', 'SIP/103', 'SIP/103'],
  ['an agent’s number, which is no line', 'Agent/101', 'Agent/101', 'Agent/101'],
  ['a bare number', '101', '101', '101'],
  ['an alias for an interface', 'Agent/7', ANN, 'Ann Archer'],
  ['an alias for a name', 'old-bob', 'PJSIP/acme-102', 'Bob'],
  ['an alias for one whom nobody knows', 'SIP/900', 'SIP/901', 'SIP/901'],
  ['nobody known', 'Dora', 'Dora', 'Dora'],
])('identifies the agent: %s', (_what, text, agent, name) => expect(agentOf(text)).toEqual({ interface: agent, name }));

it('reads the aliases of the administrator', () => {
  expect(readAliases('Agent/7 = PJSIP/acme-101\n\n old = New Name ')).toEqual(
    new Map([
      ['Agent/7', ANN],
      ['old', 'New Name'],
    ]),
  );
  for (const bad of ['Agent/7', '= x', 'x =', 'a = b = c']) expect(readAliases(bad)).toBeNull();
});

it('maps a name to the phone that it used at the time in that queue', () => {
  const hour = 3_600_000;
  const seen = (of: string, queue: string, from: number) => ({
    ...{ name: 'Gil', interface: of, queue, from: from * hour, to: (from + 1) * hour },
  });
  const reader = createAgentReader({
    ...{ seen: [{ name: 'Gil', interface: 'B' }], phones: [], aliases: new Map() },
    sightings: [seen('A', 'sales', 8), seen('B', 'sales', 12), seen('C', 'help', 8)],
  });
  const at = (hours: number, queue: string) => reader('Gil', hours * hour, queue).interface;
  expect([at(7, 'sales'), at(8.5, 'sales'), at(10, 'sales'), at(12.5, 'sales')]).toEqual(['A', 'A', 'A', 'B']);
  expect([at(8.5, 'help'), at(20, 'sales'), reader('Gil').interface]).toEqual(['C', 'B', 'B']);
});
