const openable = new Set(['http:', 'https:', 'mailto:']);
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+$/;
const pictureLimit = 8_000_000;

/** The target of a link that may be offered. */
export interface Target {
  /** The address that the event carries. */
  readonly href: string;
  /** Its host; empty for an anchor in the document and for mailto. */
  readonly host: string;
  /** Whether the host can be mistaken for another one: it has non-Latin letters, or differs from the address that the text shows. */
  readonly isDoubtful: boolean;
}

/** The target of a link by its address and text; undefined for every address that must not become a link. */
export function targetOf(href: string, text: string): Target | undefined {
  if (href.startsWith('#')) return { href, host: '', isDoubtful: false };
  const url = URL.parse(href);
  if (url === null || !openable.has(url.protocol)) return undefined;
  if (url.protocol === 'mailto:') return { href: url.href, host: '', isDoubtful: false };
  const shown = hostIn(text);
  const isDoubtful = /(?:^|\.)xn--/.test(url.hostname) || (shown !== undefined && shown !== url.hostname);
  return { href: url.href, host: url.hostname, isDoubtful };
}

/** Whether a link's text already contains its host. */
export function showsHost(text: string, host: string): boolean {
  return host === '' || hostIn(text) === host;
}

/** Where a picture may be loaded from: the text itself, another host (only on request), or nowhere. */
export function pictureSource(href: string): { readonly kind: 'inline' | 'remote' | 'none'; readonly href: string; readonly host: string } {
  if (href.length <= pictureLimit && pictures.test(href)) return { kind: 'inline', href, host: '' };
  const url = URL.parse(href);
  if (url?.protocol === 'blob:' && url.origin === globalThis.location?.origin) return { kind: 'inline', href: url.href, host: '' };
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return { kind: 'remote', href: url.href, host: url.hostname };
  return { kind: 'none', href: '', host: '' };
}

/** The host in a text, if the text looks like an address. */
function hostIn(text: string): string | undefined {
  const spoken = /^\s*(?:https?:\/\/)?((?:[^\s/?#@]*@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[/?#:\s]|$)/iu.exec(text)?.[1];
  if (spoken === undefined) return undefined;
  return URL.parse(`https://${spoken}`)?.hostname;
}
