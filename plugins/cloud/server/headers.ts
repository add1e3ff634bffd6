/** The headers of every answer. */
export function securityHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/**
 * The headers of a page, which has no script and nothing of another host. `target` is where its form leads in the end: browsers check
 * each step of a redirect. A page without a referrer would send its forms from nowhere, which the check of their origin refuses.
 */
export function pageHeaders(publicUrl: string, target?: string): Readonly<Record<string, string>> {
  const forms = ["'self'", ...(target === undefined ? [] : [target])].join(' ');
  return {
    ...securityHeaders(publicUrl),
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
    'referrer-policy': 'same-origin',
  };
}
