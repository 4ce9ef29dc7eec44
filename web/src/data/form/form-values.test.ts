import { callcenters } from '@ringside/core/contract/queues/call-center.ts';
import { customers } from '@ringside/core/contract/customers/customer.ts';
import { endpoints } from '@ringside/core/contract/pbx/endpoint.ts';
import { queues } from '@ringside/core/contract/queues/queue.ts';
import { users } from '@ringside/core/contract/access/user.ts';
import { describe, expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';
import { fieldsFor } from '../list/crud-resource.ts';
import { fromInputs, toInputs } from './form-values.ts';
import { defaultsOf, numericFields, requiredFields } from './schema-facts.ts';

describe('schema facts', () => {
  it('finds the required fields of a new record', () => {
    expect([...requiredFields(customers.create)].sort()).toEqual(['code', 'name']);
    expect([...requiredFields(queues.create)].sort()).toEqual(['callcenterId', 'name']);
    expect(requiredFields(endpoints.create).has('amiSecret')).toBe(true);
    expect(requiredFields(users.update).size).toBe(0);
  });

  it('finds the defaults of the contract', () => {
    expect(defaultsOf(callcenters.create)).toMatchObject({ slaTargetSeconds: 20, slaFormula: 3, status: 'active' });
    expect(defaultsOf(endpoints.create)).toMatchObject({ amiPort: 5038, amiTls: false, enabled: true });
  });

  it('finds numeric fields inside optional, default and nullable schemas', () => {
    expect(numericFields(callcenters.create).has('slaFormula')).toBe(true);
    expect(numericFields(queues.create).has('serverId')).toBe(true);
    expect(numericFields(queues.create).has('callcenterId')).toBe(false);
  });
});

describe('inputs', () => {
  it('convert a number chosen from a list back to a number', () => {
    const fields = fieldsFor(callcenters, 'create');
    const inputs = toInputs(fields, defaultsOf(callcenters.create));
    expect(inputs['slaFormula']).toBe('3');
    expect(fromInputs(fields, inputs, numericFields(callcenters.create))['slaFormula']).toBe(3);
  });

  it('leave out empty values and empty secrets', () => {
    const fields = fieldsFor(endpoints, 'edit');
    const inputs = toInputs(fields, { name: 'pbx', amiPort: 5038 });
    const body = fromInputs(fields, { ...inputs, amiPort: '' }, numericFields(endpoints.update));
    expect(body).not.toHaveProperty('amiSecret');
    expect(body).not.toHaveProperty('amiPort');
    expect(body).toMatchObject({ name: 'pbx', amiTls: false });
  });

  it('return an unchanged record unchanged', () => {
    const row = {
      email: 'a@b.example',
      firstname: 'דנה',
      lastname: '',
      username: 'dana',
      roleId: 'r',
      callcenterIds: ['c1', 'c2'],
      language: 'he',
      timezone: 'Asia/Jerusalem',
      phone: '',
      requireTwoFactor: false,
      mustRenew: false,
    };
    const fields = fieldsFor(users, 'edit');
    const numeric = numericFields(users.update);
    const before = toInputs(fields, row);
    expect(fromInputs(fields, before, numeric)).toEqual(row);
    const after = { ...before, callcenterIds: ['c1'], lastname: 'לוי' };
    expect(changedFields(fromInputs(fields, before, numeric), fromInputs(fields, after, numeric))).toEqual({
      callcenterIds: ['c1'],
      lastname: 'לוי',
    });
  });
});
