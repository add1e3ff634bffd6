import { expect, test } from 'vitest';
import { redact } from './redact.ts';

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
