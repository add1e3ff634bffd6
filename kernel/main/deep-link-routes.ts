import type { Contribution, Handle } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { DeepLinkContribution } from '@atelier/schemas/points/deep-links.ts';
import type { Core } from './core.ts';
import { noticeTexts } from './errors/notice.ts';
import { kernelPoints } from './manifest/contributes.ts';
import { reasonOf } from './reason.ts';
import { wordOf } from './slug.ts';

type Route = Contribution<DeepLinkContribution>;

/** What the command of a link is called with. */
export interface LinkArguments {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** What stood for the star of its route. */
  readonly rest: readonly string[];
}

/** Brings each link to the extension whose route it names. One that nobody knows, and one that fails, the person is told of. */
export function routeDeepLinks(core: Core, host: Host, signal: AbortSignal): Handle {
  return host.onDeepLink(url => {
    const found = find(core, url);
    if (found === undefined) return core.notices.raise(noticeTexts['notice/link-unknown']({ link: url.href }), undefined);
    const { route, args } = found;
    core.commands.run(route.value.command, args, signal).catch(error => {
      const reason = isAppError(error) ? error.message : reasonOf(error);
      core.notices.raise(noticeTexts['notice/link-failed']({ link: url.href, id: route.from, reason }), route.from);
    });
  });
}

/** The exact route before one with a star, the longer star before the shorter, and ours before anybody else's. */
function find(core: Core, url: URL): { readonly route: Route; readonly args: LinkArguments } | undefined {
  const steps = [url.host, ...url.pathname.split('/').filter(step => step !== '')];
  const path = steps.join('/');
  const routes = core.points.read(kernelPoints.deepLinks).items as readonly Route[];
  const fitting = routes.filter(route => mayOwn(core, route) && fits(route.value.route, path));
  const [route] = fitting.toSorted(
    (a, b) => Number(isStar(a)) - Number(isStar(b)) || b.value.route.length - a.value.route.length || rank(core, a) - rank(core, b),
  );
  if (route === undefined) return undefined;
  const fixed = route.value.route.split('/').filter(step => step !== '*').length;
  return { route, args: { url: url.href, params: Object.fromEntries(url.searchParams), rest: isStar(route) ? steps.slice(fixed) : [] } };
}

function fits(route: string, path: string): boolean {
  return route.endsWith('/*') ? path.startsWith(route.slice(0, -1)) && path.length > route.length - 1 : path === route;
}

function isStar({ value }: Route): boolean {
  return value.route.endsWith('/*');
}

/** A stranger's routes begin with its own word, or a link that was meant for ours could be taken by it. */
function mayOwn(core: Core, { from, value }: Route): boolean {
  return core.residents.get(from)?.found.bundled === true || value.route.split('/', 1)[0] === wordOf(from);
}

function rank(core: Core, { from }: Route): number {
  return core.residents.get(from)?.found.bundled === true ? 0 : 1;
}
