const openable = new Set(['http:', 'https:', 'mailto:']);
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+$/;
const pictureLimit = 8_000_000;

/** What a link leads to, as far as one may be offered. */
export interface Target {
  /** As it is handed to whoever listens. */
  readonly href: string;
  /** Whose machine it leads to; empty where it stays in the document or opens a letter. */
  readonly host: string;
  /** Whether the name can be taken for another one: written in more than Latin letters, or unlike the address its text shows. */
  readonly isDoubtful: boolean;
}

/** Judges a link by its address and its text; undefined for every address that must not become a link. */
export function targetOf(href: string, text: string): Target | undefined {
  if (href.startsWith('#')) return { href, host: '', isDoubtful: false };
  const url = URL.parse(href);
  if (url === null || !openable.has(url.protocol)) return undefined;
  if (url.protocol === 'mailto:') return { href: url.href, host: '', isDoubtful: false };
  const shown = hostIn(text);
  const isDoubtful = /(?:^|\.)xn--/.test(url.hostname) || (shown !== undefined && shown !== url.hostname);
  return { href: url.href, host: url.hostname, isDoubtful };
}

/** Whether a link's text already says where it leads, so that it need not be said again. */
export function saysHost(text: string, host: string): boolean {
  return host === '' || hostIn(text) === host;
}

/** Where a picture may come from: from the text itself, from elsewhere (only when asked), or not at all. */
export function pictureSource(href: string): { readonly kind: 'inline' | 'remote' | 'none'; readonly href: string; readonly host: string } {
  if (href.length <= pictureLimit && pictures.test(href)) return { kind: 'inline', href, host: '' };
  const url = URL.parse(href);
  if (url?.protocol === 'blob:' && url.origin === globalThis.location?.origin) return { kind: 'inline', href: url.href, host: '' };
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return { kind: 'remote', href: url.href, host: url.hostname };
  return { kind: 'none', href: '', host: '' };
}

/** The host that a text claims to be, if it looks like an address at all. */
function hostIn(text: string): string | undefined {
  const spoken = /^\s*(?:https?:\/\/)?((?:[^\s/?#@]*@)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[/?#:\s]|$)/iu.exec(text)?.[1];
  if (spoken === undefined) return undefined;
  return URL.parse(`https://${spoken}`)?.hostname;
}
