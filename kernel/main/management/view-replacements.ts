import type { Contribution, KernelShape, Locale, Rights } from '@atelier/kernel';
import type { Host } from '@atelier/kernel/host';
import type { ViewContribution } from '@atelier/schemas/points/views.ts';
import { effectiveRights } from '../context/rights.ts';
import type { Decisions } from '../decisions.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { ExtensionRecord, KnownExtensions } from '../lifecycle/extension-records.ts';
import { kernelPoints } from '../manifest/contributes.ts';
import type { ManifestTexts } from '../manifest/texts.ts';
import { slugOf } from '../slug.ts';
import type { Starts } from '../starts/starts.ts';
import type { Points } from '../tables/points.ts';
import type { ExtensionManager } from './extension-manager.ts';

export interface ViewParts {
  readonly host: Pick<Host, 'frameOrigin'>;
  readonly extensions: KnownExtensions;
  readonly decisions: Decisions;
  readonly points: Points;
  readonly starts: Pick<Starts, 'safe'>;
}

type Granting = Pick<ExtensionManager, 'grant'>;
type ShownView = KernelShape['calls']['listViews']['result'][number];

const usualOrder = 100;

/** All views, with the person's decisions about replacements. */
export function shownViews(parts: ViewParts, texts: ManifestTexts, locale: Locale): ShownView[] {
  const all = (parts.points.read(kernelPoints.views).items as readonly Contribution<ViewContribution>[]).filter(
    ({ value }) => value.start === undefined || parts.starts.safe !== undefined,
  );
  return all.map(({ from, value }) => {
    const record = parts.extensions.get(from)!;
    const { replaces, start: _, ...facts } = texts.resolve(record.found, value, locale);
    const candidates = all.filter(other => other.value.replaces === value.id);
    const { by, declined = [] } = parts.decisions.replacementOf(value.id);
    const chosen = candidates.find(other => other.value.id === by && mayReplace(parts, other.from, value.id));
    const offers = candidates.map(other => other.value.id).filter(id => id !== chosen?.value.id && !declined.includes(id));
    return {
      ...facts,
      from,
      order: value.order ?? usualOrder,
      state: record.state,
      ...placeOf(parts, record),
      ...(replaces !== undefined && { replaces }),
      ...(chosen !== undefined && { replacedBy: chosen.value.id }),
      offers,
    };
  });
}

/** Stores the person's decision about a view's replacement. Choosing one grants the right to replace this view and no other right. */
export async function chooseReplacement(parts: ViewParts, manager: Granting, view: string, by: string | undefined): Promise<void> {
  const all = parts.points.read(kernelPoints.views).items as readonly Contribution<ViewContribution>[];
  if (!all.some(({ value }) => value.id === view)) throw extensionErrors['extension/unknown-view']({ view });
  const candidates = all.filter(({ value }) => value.replaces === view);
  if (by === undefined) {
    await parts.decisions.decideReplacement(view, { declined: candidates.map(({ value }) => value.id) });
  } else {
    const chosen = candidates.find(({ value }) => value.id === by);
    if (chosen === undefined) throw extensionErrors['extension/no-replacement']({ view, by });
    await grantReplacement(parts, manager, chosen.from, view);
    await parts.decisions.decideReplacement(view, { by, declined: parts.decisions.replacementOf(view).declined ?? [] });
  }
  parts.points.touch(kernelPoints.views);
}

/** Views of bundled plugins run in the document; all others run in a frame with an origin of its own. */
function placeOf(parts: ViewParts, { found, taken }: ExtensionRecord): Pick<ShownView, 'place' | 'origin' | 'ui' | 'taken'> {
  if (found.bundled) return { place: 'document' };
  const { ui } = found.atelier;
  return { place: 'frame', origin: parts.host.frameOrigin(slugOf(found.id)), taken, ...(ui !== undefined && { ui }) };
}

function mayReplace(parts: ViewParts, id: string, view: string): boolean {
  const record = parts.extensions.get(id)!;
  return effectiveRights(record, parts.decisions.granted(id)).replaces?.includes(view) === true;
}

async function grantReplacement(parts: ViewParts, manager: Granting, id: string, view: string): Promise<void> {
  if (mayReplace(parts, id, view)) return;
  const granted: Rights = parts.decisions.granted(id) ?? {};
  await manager.grant(id, { ...granted, replaces: [...(granted.replaces ?? []), view] });
}
