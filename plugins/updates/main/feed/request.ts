import { updateErrors } from '../errors.ts';
import { safeAddress } from './address.ts';

const maxRedirects = 4;

/** Sends one request. Every redirect must lead to a safe address too. */
export async function request(address: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  let url = address;
  for (let hop = 0; ; hop += 1) {
    const response = await fetchOnce(url, headers, signal);
    const to = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || to === null) return response;
    await response.body?.cancel();
    if (hop === maxRedirects) throw unreachable(url, 'it redirects without end');
    url = safeAddress(to, url.href);
  }
}

export function unreachable(url: URL, reason: string, cause?: unknown): Error {
  return updateErrors['updates/unreachable']({ host: url.host, reason }, cause);
}

async function fetchOnce(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers, signal, redirect: 'manual', cache: 'no-store', credentials: 'omit' });
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw unreachable(url, code ?? (error as Error).name, error);
  }
}
