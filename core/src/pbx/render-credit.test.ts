import { describe, expect, it } from 'vitest';
import { contextOf, pbx, textOf } from './testing/flow-of-acme.ts';

describe('prepaid calls', () => {
  const prepaid = pbx({ credit: 'closed' });

  it('ask before a trunk is dialed and limit every trunk channel', () => {
    const outside = contextOf(prepaid, 'acme-outside');
    const asks = outside.indexOf('Gosub(ringside-credit,ask,1(acme,${EXTEN},closed,RINGSIDE_LEFT_acme))');
    expect(asks).toBeGreaterThan(0);
    expect(asks).toBeLessThan(outside.indexOf('Gosub(ringside-trunks'));
    expect(contextOf(prepaid, 'ringside-trunks')).toMatch(/Dial\(PJSIP\/.+,90,b\([^)]*\(\$\{RINGSIDE_LEG\}\)\)/);
  });

  it('exclude emergency calls, which remove the limit of their channel', () => {
    const emergency = { numbers: ['112'], callerIdNumber: '', lines: [] };
    const section = contextOf(pbx({ credit: 'closed', emergency }), 'acme-emergency');
    expect(section).toContain('Set(TIMEOUT(absolute)=0)');
    expect(section).not.toMatch(/ringside-credit|ringside-rate-check/);
    expect(contextOf(prepaid, 'ringside-trunks')).not.toMatch(/etrunk1,n,Dial.*RINGSIDE_LEG/);
  });

  it('inherit no limit from another customer', () => {
    expect(contextOf(pbx(), 'acme-outside')).toContain('Set(RINGSIDE_LEG=)');
    expect(textOf(pbx())).not.toContain('[ringside-credit]');
  });
});
