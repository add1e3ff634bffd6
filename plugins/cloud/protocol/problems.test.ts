import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problems } from './problems.ts';

/** What the design of the routes names. */
const designed = [
  ...['invalid_request', 'invalid_token', 'forbidden', 'email_unverified', 'not_found', 'conflict', 'payload_too_large', 'rate_limited'],
  ...['not_ready', 'invalid_credentials', 'subscription_required', 'last_owner', 'wrong_account', 'private_address', 'gone_before'],
  'parallel_session_limit_reached',
];

test('each code that the design does not name stands in the README with its status and why', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = [...readme.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map(([, code, status]) => [code, Number(status)]);
  const own = Object.entries(problems).filter(([code]) => !designed.includes(code));
  expect(rows.toSorted()).toEqual(own.map(([code, { status }]) => [code, status]).toSorted());
});
