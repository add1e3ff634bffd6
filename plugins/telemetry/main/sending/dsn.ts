/** Where reports go. */
export interface Address {
  readonly endpoint: string;
  readonly key: string;
  readonly host: string;
}

/** Reads a DSN, `https://key@host/path/project`; undefined where it is none. Plain http is for this machine only. */
export function addressOf(dsn: string): Address | undefined {
  let url: URL;
  try {
    url = new URL(dsn.trim());
  } catch {
    return undefined;
  }
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const [, folder = '', project = ''] = /^(.*)\/([\w-]{1,60})\/?$/.exec(url.pathname) ?? [];
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
  if (!isFit || !/^[\w-]{1,128}$/.test(url.username) || project === '' || url.search !== '' || url.hash !== '') return undefined;
  return { endpoint: `${url.origin}${folder}/api/${project}/envelope/`, key: url.username, host: url.host };
}
