const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 3;

/** A redirect to another origin, by the two hosts. */
export interface ForeignRedirect {
  readonly from: string;
  readonly to: string;
}

/**
 * Where an answer redirects to; undefined if it does not. Another origin is not followed: neither a key nor a prompt goes to a host
 * that the person did not choose.
 */
export function redirectOf(url: URL, status: number, location: string | null | undefined): URL | ForeignRedirect | undefined {
  if (!redirects.has(status) || location === null || location === undefined) return undefined;
  const to = URL.parse(location, url.href);
  if (to === null) return undefined;
  return to.origin === url.origin ? to : { from: url.host, to: to.host || to.protocol };
}

/**
 * Makes every `fetch` of this process follow redirects on the same origin only, because the clients of providers set no limit. For any
 * other redirect they get `answer`'s response in its place.
 */
export function stayWithinOrigin(answer: (redirect: ForeignRedirect) => Response): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    // A request that was made from another one follows its signal by a weak reference: once it is collected, nothing stops the answer.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    let next = new Request(input, init);
    for (let hop = 0; ; hop += 1) {
      const again = next.clone();
      const response = await fetch(next, { redirect: 'manual', ...(signal && { signal }) });
      if (again.redirect !== 'follow') return response;
      const to = redirectOf(new URL(again.url), response.status, response.headers.get('location'));
      if (to === undefined) return response;
      await response.body?.cancel();
      if (!(to instanceof URL)) return answer(to);
      if (hop === maxRedirects) throw new TypeError(`${to.host} redirects without end`);
      next = redirected(again, response.status, to);
    }
  };
}

/** As the standard says: only 307 and 308 keep the method and the body of a request that is no GET. */
function redirected(request: Request, status: number, to: URL): Request {
  if (status === 307 || status === 308 || request.method === 'GET' || request.method === 'HEAD') return new Request(to, request);
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name);
  return new Request(to, { headers, signal: request.signal });
}
