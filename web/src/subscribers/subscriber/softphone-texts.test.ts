import { expect, it } from 'vitest';
import { softphoneTexts } from './softphone-texts.ts';

const account = { sipUsername: 'acme-100', secret: 'Abc234', sipHost: 'pbx.example.com:5070', name: 'Front desk' };

it('includes the user, the password and the server for every phone', () => {
  for (const { text } of softphoneTexts(account)) {
    expect(text).toContain('acme-100');
    expect(text).toContain('Abc234');
    expect(text).toContain('pbx.example.com');
  }
});

it.each([
  ['pbx.example.com:5070', 'wss://pbx.example.com:8089/ws'],
  ['192.0.2.7', 'wss://192.0.2.7:8089/ws'],
  ['', 'wss://…:8089/ws'],
])('leaves the SIP port of %j out of the WebSocket address', (sipHost, address) => {
  const web = softphoneTexts({ ...account, sipHost }).find(({ key }) => key === 'webPhone');
  expect(web?.text).toContain(address);
});
