import type { Asset } from '@atelier/kernel/host';

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

export function given(request: Request, { bytes, type }: Asset, headers: Readonly<Record<string, string>>): Response {
  const body = request.method === 'HEAD' ? undefined : new Uint8Array(bytes);
  return new Response(body, { headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) } });
}

export function notFound(): Response {
  const headers = { 'Content-Security-Policy': "default-src 'none'", 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };
  return new Response('', { status: 404, headers });
}
