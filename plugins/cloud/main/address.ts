const ownHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The address of a server, without a path: https, or http on this machine. Undefined for any other text. */
export function addressOf(text: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(trimmed.includes('://') ? trimmed : `https://${trimmed}`);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.pathname !== '/')
    return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && ownHosts.includes(url.hostname));
  return isSafe && url.hostname !== '' ? url.origin : undefined;
}

export const hostOf = (url: string): string => new URL(url).host;
