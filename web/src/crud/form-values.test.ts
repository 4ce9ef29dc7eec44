import { callcenters } from '@ringside/core/contract/callcenters.ts';
import { customers } from '@ringside/core/contract/customers.ts';
import { endpoints } from '@ringside/core/contract/endpoints.ts';
import { queues } from '@ringside/core/contract/queues.ts';
import { users } from '@ringside/core/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';
import { fieldsFor } from './crud-resource.ts';
import { fromInputs, toInputs } from './form-values.ts';
import { defaultsOf, numericFields, requiredFields } from './schema-facts.ts';

describe('what the schemas say', () => {
  it('knows what a new record must have', () => {
    expect([...requiredFields(customers.create)].sort()).toEqual(['code', 'name']);
    expect([...requiredFields(queues.create)].sort()).toEqual(['callcenterId', 'name']);
    expect(requiredFields(endpoints.create).has('amiSecret')).toBe(true);
    expect(requiredFields(users.update).size).toBe(0);
  });

  it('knows what the contract fills in', () => {
    expect(defaultsOf(callcenters.create)).toMatchObject({ slaTargetSeconds: 20, slaFormula: 3, status: 'active' });
    expect(defaultsOf(endpoints.create)).toMatchObject({ amiPort: 5038, amiTls: false, enabled: true });
  });

  it('knows numbers behind optional, default and nullable', () => {
    expect(numericFields(callcenters.create).has('slaFormula')).toBe(true);
    expect(numericFields(queues.create).has('serverId')).toBe(true);
    expect(numericFields(queues.create).has('callcenterId')).toBe(false);
  });
});

describe('inputs', () => {
  it('bring a number chosen from a list back as a number', () => {
    const fields = fieldsFor(callcenters, 'create');
    const inputs = toInputs(fields, defaultsOf(callcenters.create));
    expect(inputs['slaFormula']).toBe('3');
    expect(fromInputs(fields, inputs, numericFields(callcenters.create))['slaFormula']).toBe(3);
  });

  it('leave out what nobody chose, and an empty secret', () => {
    const fields = fieldsFor(endpoints, 'edit');
    const inputs = toInputs(fields, { name: 'pbx', amiPort: 5038 });
    const body = fromInputs(fields, { ...inputs, amiPort: '' }, numericFields(endpoints.update));
    expect(body).not.toHaveProperty('amiSecret');
    expect(body).not.toHaveProperty('amiPort');
    expect(body).toMatchObject({ name: 'pbx', amiTls: false });
  });

  it('round-trip a record without a change', () => {
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
