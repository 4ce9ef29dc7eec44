// Checks request signatures against the published examples in "Authenticating Requests: Using the Authorization Header" (Amazon S3 API
// Reference), independently of the test server.
import { AwsV4Signer } from 'aws4fetch';
import { expect, it } from 'vitest';

const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

it.each([
  ['?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signs %s as in the published example', async (query, signature) => {
  const signed = await new AwsV4Signer({
    ...{ method: 'GET', url: `https://examplebucket.s3.amazonaws.com/${query}`, service: 's3', region: 'us-east-1' },
    ...{ accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
    ...{ datetime: '20130524T000000Z', headers: { 'x-amz-content-sha256': NOTHING } },
  }).sign();
  expect(signed.headers.get('authorization')).toContain(`Signature=${signature}`);
});
