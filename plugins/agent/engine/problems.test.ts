import { expect, test } from 'vitest';
import { problemOf } from './problems.ts';

const failed = { model: 'acme/m1', secrets: [] };

test.each([
  ['OAuth refresh failed for acme: token refresh request failed. details=400 invalid_grant', 'agent/oauth-expired'],
  [
    'OAuth refresh failed for acme: fetch failed; cause=Error: getaddrinfo ENOTFOUND acme.example; errno=-3; stack=Error at /people/x',
    'agent/connection-failed',
  ],
  ['OAuth refresh failed for acme: Acme token refresh failed (503): Service Unavailable', 'agent/provider-failed'],
  ['No API key found for acme.', 'agent/no-key'],
  ['400: {"error":{"message":"This model\'s maximum context length is 8192 tokens"}}', 'agent/context-full'],
  ['Error: 502 <html><body>Bad gateway</body></html>', 'agent/provider-failed'],
  ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'agent/provider-failed'],
  ['Connection error: ETIMEDOUT connect ETIMEDOUT 10.0.0.1:443', 'agent/connection-failed'],
  ['Connection error: DEPTH_ZERO_SELF_SIGNED_CERT self-signed certificate', 'agent/connection-failed'],
  ['Stream ended without finish_reason', 'agent/stream-cut'],
  ['ENOSPC: no space left on device, write', 'agent/disk-full'],
  ['Provider finish_reason: content_filter', 'agent/withheld'],
  ['Provider stopped with: sensitive', 'agent/withheld'],
  ['Provider finish_reason: network_error', 'agent/provider-failed'],
  ['Provider finish_reason: weird_reason', 'agent/ended-oddly'],
  ['Response incomplete: content_filter', 'agent/withheld'],
  ['Response incomplete: odd_reason', 'agent/ended-oddly'],
  ['Response incomplete without a provider reason', 'agent/stream-cut'],
  ['The model refused to complete the request', 'agent/withheld'],
  ['Server requested 3600s retry delay (max: 60s). 429 Too many requests', 'agent/rate-limited-for'],
  ['Unknown provider: acme', 'agent/model-unknown'],
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

test('why a sign-in was not renewed is said in the company’s own words, without addresses and JSON', () => {
  const of = (message: string) => problemOf(`OAuth refresh failed for acme: ${message}`, failed).message;
  expect([
    of(
      'Acme token refresh request failed. url=https://acme.example/token; details=Error: HTTP request failed. status=400; url=https://acme.example/token; body={"error":"invalid_grant","error_description":"Refresh token not found or invalid"}',
    ),
    of('Acme token refresh failed (401): {"error":"invalid_grant"}'),
    of('403 Forbidden: {"message":"Not any more."}'),
    of('it was not to be'),
  ]).toEqual(
    [
      'HTTP 400: Refresh token not found or invalid',
      'HTTP 401: invalid_grant',
      'HTTP 403: Not any more',
      'OAuth refresh failed for acme: it was not to be',
    ].map(why => `The sign-in to acme has expired and could not be renewed (${why}). Sign in again in Settings > Providers & Models.`),
  );
});

test('the end of an answer for an odd reason is said in the language of the person, with the provider’s own word', () => {
  expect([
    problemOf('Provider finish_reason: content_filter', failed).in('fr'),
    problemOf('Provider finish_reason: weird_reason', failed).in('fr'),
    problemOf('Unknown provider: acme', failed).in('fr'),
  ]).toEqual([
    'acme a retenu la réponse, ou sa suite : il ne la laisse pas passer (content_filter). Modifiez ce qui est envoyé, ou choisissez un autre modèle.',
    'acme a terminé la réponse pour une raison qu’Atelier ne connaît pas (weird_reason). Renvoyez, ou choisissez un autre modèle.',
    'Le modèle acme/m1 n’est plus dans la liste des modèles. Choisissez-en un autre.',
  ]);
});
