const strict =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "media-src 'self' blob:; frame-src FRAMES; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; webrtc 'block'";

/** The policy of the app's own page; `frames` is where extension frames come from on this host. */
export function pagePolicy(frames: string): string {
  return strict.replace('FRAMES', frames);
}

/** Headers of the app's own page and its files. */
export function pageHeaders(frames: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': pagePolicy(frames),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

/**
 * Headers of an extension's assets. Its frame is sandboxed, so its own origin is `null` and 'self' would mean nothing: the
 * policy names the address instead, and scripts and styles must be open to that null origin. `inline` is the asset's own script.
 */
export function assetHeaders(from: string, app: string, inline?: string): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy':
      `default-src 'none'; script-src ${from}${inline === undefined ? '' : ` ${inline}`}; style-src ${from} 'unsafe-inline'; img-src ${from} data: blob:; font-src ${from}; ` +
      `media-src ${from} blob:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; ` +
      `frame-ancestors ${app}; webrtc 'block'; sandbox allow-scripts`,
    'Access-Control-Allow-Origin': 'null',
    // Not covered by `default-src`: DNS prefetch and WebRTC.
    'X-DNS-Prefetch-Control': 'off',
    'Connection-Allowlist': '(response-origin);webrtc=block',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  };
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  gz: 'application/gzip',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  mp4: 'video/mp4',
  webm: 'video/webm',
  txt: 'text/plain; charset=utf-8',
};

/** The type of a file that may be served, by its extension; undefined for every other file. */
export function typeOf(file: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(types, ending) ? types[ending] : undefined;
}
