import type { ServerPlace } from '../../contract/index.ts';

/** Where each service has its page for a new request, after the address of the repository. */
const pages: Readonly<Record<string, (branch: string, base: string | undefined) => string>> = {
  'github.com': (branch, base) => `/compare/${base === undefined ? '' : `${base}...`}${branch}?expand=1`,
  'gitlab.com': (branch, base) =>
    `/-/merge_requests/new?merge_request%5Bsource_branch%5D=${branch}${base === undefined ? '' : `&merge_request%5Btarget_branch%5D=${base}`}`,
  'bitbucket.org': (branch, base) => `/pull-requests/new?source=${branch}${base === undefined ? '' : `&dest=${base}`}`,
  'codeberg.org': (branch, base) => (base === undefined ? `/compare/${branch}` : `/compare/${base}...${branch}`),
};

/** The page on which a branch that was pushed is proposed; undefined where it is not known how it is called. */
export function requestPage({ address, branch }: Pick<ServerPlace, 'address' | 'branch'>, base: string | undefined): URL | undefined {
  // As ssh is written: git@host:owner/name.
  const [before = '', after] = address.includes('://') ? [address] : address.split(':', 2);
  const url = URL.parse(after === undefined ? before : `ssh://${before}/${after}`);
  const page = url === null || !Object.hasOwn(pages, url.hostname) ? undefined : pages[url.hostname];
  if (url === null || page === undefined) return undefined;
  const path = url.pathname.endsWith('.git') ? url.pathname.slice(0, -4) : url.pathname;
  const [one, two] = [branch, base].map(name => (name === undefined ? undefined : encodeURIComponent(name)));
  return URL.parse(`https://${url.hostname}${path}${page(one ?? '', two)}`) ?? undefined;
}
