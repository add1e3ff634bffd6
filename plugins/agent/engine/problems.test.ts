import { expect, test } from 'vitest';
import { problemOf } from './problems.ts';

const failed = { model: 'acme/m1', secrets: [] };

test.each([
  ['OAuth refresh failed for acme: token refresh request failed. details=400 invalid_grant', 'agent/oauth-expired'],
  [
    'OAuth refresh failed for acme: fetch failed; cause=Error: getaddrinfo ENOTFOUND acme.example; errno=-3; stack=Error at /people/x',
    'agent/connection-failed',
  ],
  ['No API key found for acme.', 'agent/no-key'],
  ['400: {"error":{"message":"This model\'s maximum context length is 8192 tokens"}}', 'agent/context-full'],
  ['Error: 502 <html><body>Bad gateway</body></html>', 'agent/provider-failed'],
  ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'agent/provider-failed'],
  ['Connection error: ETIMEDOUT connect ETIMEDOUT 10.0.0.1:443', 'agent/connection-failed'],
  ['Connection error: DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate', 'agent/connection-failed'],
  ['Stream ended without finish_reason', 'agent/stream-cut'],
  ['What nobody has thought of', 'agent/failed'],
])('%s', (message, code) => {
  expect(problemOf(message, failed).code).toBe(code);
});

test('an error message contains the text of the answer, and neither its JSON nor a path of this machine', () => {
  expect([
    problemOf('401: {"error":{"message":"Wrong key.","type":"x"}}', failed).message,
    problemOf('OAuth refresh failed for acme: ENOTFOUND; stack=Error at /people/x', failed).in('fr'),
  ]).toEqual([
    'acme refused the credentials (401: Wrong key). Enter a valid key, or sign in again, in Settings > Providers & Models.',
    'acme est injoignable : son nom est introuvable (OAuth refresh failed for acme: ENOTFOUND). Vérifiez le réseau et l’adresse du fournisseur dans Réglages > Fournisseurs et modèles, puis renvoyez.',
  ]);
});
