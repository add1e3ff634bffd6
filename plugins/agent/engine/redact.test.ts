import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { redact, storedSecrets } from './redact.ts';

test('K2: keys that we know and keys that only look like one are taken out, and other words stay', () => {
  expect(
    [
      'Incorrect API key provided: sk-proj-abc123******wxyz.',
      'Authorization: Bearer abc.def-123, then more',
      'GET https://x.example/v1?key=AIzaSyA1234567890abc&alt=sse',
      'token ghp_0123456789abcdefghij and eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.c2ln',
      'my own odd secret is h7-odd',
      'model sk8er-7b and task_key stay; so does the basic idea',
    ].map(text => redact(text, ['h7-odd'])),
  ).toEqual([
    'Incorrect API key provided: •••.',
    'Authorization: •••, then more',
    'GET https://x.example/v1?key=•••&alt=sse',
    'token ••• and •••',
    'my own odd secret is •••',
    'model sk8er-7b and task_key stay; so does the basic idea',
  ]);
});

test('the credentials of the directory are known wherever they stand, and a broken file hides no other', () => {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-redact-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  vi.stubEnv('ACME_KEY', 'from-the-environment');
  onTestFinished(() => void vi.unstubAllEnvs());
  const models = { providers: { acme: { apiKey: '$ACME_KEY', headers: { 'x-api-key': 'in-a-header' }, name: 'not a secret' } } };
  writeFileSync(join(directory, 'models.json'), JSON.stringify(models));
  writeFileSync(join(directory, 'auth.json'), '{"acme":{"type":"oauth","access":"access-token","refresh":"refresh-token"}}');
  const known = storedSecrets(directory);
  writeFileSync(join(directory, 'models.json'), '{');
  expect([known, storedSecrets(directory)]).toEqual([
    ['from-the-environment', 'refresh-token', 'access-token', 'in-a-header', '$ACME_KEY'],
    ['refresh-token', 'access-token'],
  ]);
});
