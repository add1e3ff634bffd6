import type { Contribution, Handle } from '@atelier/kernel';
import { isAppError } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { DeepLinkContribution } from '@atelier/schemas/points/deep-links.ts';
import { noticeTexts } from './errors/notice.ts';
import type { KnownExtensions } from './lifecycle/extension-records.ts';
import { kernelPoints } from './manifest/contributes.ts';
import type { Notices } from './notices.ts';
import { reasonOf } from './reason.ts';
import { prefixOf } from './slug.ts';
import type { Commands } from './tables/commands.ts';
import type { Points } from './tables/points.ts';

type Route = Contribution<DeepLinkContribution>;

export interface DeepLinkParts {
  readonly extensions: KnownExtensions;
  readonly points: Points;
  readonly commands: Commands;
  readonly notices: Notices;
}

/** The arguments of a link's command. */
export interface LinkArguments {
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  /** The path segments that matched the wildcard of its route. */
  readonly rest: readonly string[];
}

/** Runs the command of the route that each link names. The person is notified of a link without a route and of one that fails. */
export function routeDeepLinks(parts: DeepLinkParts, host: Host, signal: AbortSignal): Handle {
  return host.onDeepLink(url => {
    const found = find(parts, url);
    if (found === undefined) return parts.notices.raise(noticeTexts['notice/link-unknown']({ link: url.href }), undefined);
    const { route, args } = found;
    parts.commands.run(route.value.command, args, signal).catch(error => {
      const reason = isAppError(error) ? error.message : reasonOf(error);
      parts.notices.raise(noticeTexts['notice/link-failed']({ link: url.href, id: route.from, reason }), route.from);
    });
  });
}

/** Exact routes before wildcards, longer wildcards before shorter, and routes of bundled plugins before those of third-party extensions. */
function find(parts: DeepLinkParts, url: URL): { readonly route: Route; readonly args: LinkArguments } | undefined {
  const steps = [url.host, ...url.pathname.split('/').filter(step => step !== '')];
  const path = steps.join('/');
  const routes = parts.points.read(kernelPoints.deepLinks).items as readonly Route[];
  const fitting = routes.filter(route => mayOwn(parts, route) && fits(route.value.route, path));
  const [route] = fitting.toSorted(
    (a, b) => Number(isStar(a)) - Number(isStar(b)) || b.value.route.length - a.value.route.length || rank(parts, a) - rank(parts, b),
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

/** The routes of a third-party extension must begin with its own word, or it could receive a link meant for a bundled plugin. */
function mayOwn(parts: DeepLinkParts, { from, value }: Route): boolean {
  return parts.extensions.get(from)?.found.bundled === true || value.route.split('/', 1)[0] === prefixOf(from);
}

function rank(parts: DeepLinkParts, { from }: Route): number {
  return parts.extensions.get(from)?.found.bundled === true ? 0 : 1;
}
