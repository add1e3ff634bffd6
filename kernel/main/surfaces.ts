import type { Contribution, KernelShape, Locale, Rights } from '@atelier/kernel';
import type { ViewContribution } from '@atelier/schemas/points/views.ts';
import { effectiveRights } from './context/rights.ts';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import { kernelPoints } from './manifest/contributes.ts';
import type { ManifestTexts } from './manifest/texts.ts';
import type { Resident } from './resident.ts';
import { slugOf } from './slug.ts';
import type { Switchboard } from './switchboard.ts';

type ShownView = KernelShape['calls']['listViews']['result'][number];

const usualOrder = 100;

/** Everything that can be shown, with what the person decided about who stands in for whom. */
export function shownViews(core: Core, texts: ManifestTexts, locale: Locale): ShownView[] {
  const all = core.points.read(kernelPoints.views).items as readonly Contribution<ViewContribution>[];
  return all.map(({ from, value }) => {
    const resident = core.residents.get(from)!;
    const { replaces, ...facts } = texts.resolve(resident.found, value, locale);
    const candidates = all.filter(other => other.value.replaces === value.id);
    const { by, declined = [] } = core.choices.surface(value.id);
    const chosen = candidates.find(other => other.value.id === by && mayReplace(core, other.from, value.id));
    const offers = candidates.map(other => other.value.id).filter(id => id !== chosen?.value.id && !declined.includes(id));
    return {
      ...facts,
      from,
      order: value.order ?? usualOrder,
      state: resident.state,
      ...placeOf(core, resident),
      ...(replaces !== undefined && { replaces }),
      ...(chosen !== undefined && { replacedBy: chosen.value.id }),
      offers,
    };
  });
}

/** Takes the person's word on who stands in for a view. Choosing one is the consent to what it asks: that right and no other. */
export async function chooseReplacement(core: Core, switchboard: Switchboard, view: string, by: string | undefined): Promise<void> {
  const all = core.points.read(kernelPoints.views).items as readonly Contribution<ViewContribution>[];
  if (!all.some(({ value }) => value.id === view)) throw extensionErrors['extension/unknown-view']({ view });
  const candidates = all.filter(({ value }) => value.replaces === view);
  if (by === undefined) {
    await core.choices.decideSurface(view, { declined: candidates.map(({ value }) => value.id) });
  } else {
    const chosen = candidates.find(({ value }) => value.id === by);
    if (chosen === undefined) throw extensionErrors['extension/no-replacement']({ view, by });
    await grantReplacement(core, switchboard, chosen.from, view);
    await core.choices.decideSurface(view, { by, declined: core.choices.surface(view).declined ?? [] });
  }
  core.points.touch(kernelPoints.views);
}

/** Ours run in the document; what lies anywhere else runs in a frame of its own origin. */
function placeOf(core: Core, { found, taken }: Resident): Pick<ShownView, 'place' | 'origin' | 'ui' | 'taken'> {
  if (found.bundled) return { place: 'document' };
  const { ui } = found.atelier;
  return { place: 'frame', origin: core.host.frameOrigin(slugOf(found.id)), taken, ...(ui !== undefined && { ui }) };
}

function mayReplace(core: Core, id: string, view: string): boolean {
  const resident = core.residents.get(id)!;
  return effectiveRights(resident, core.choices.granted(id)).replaces?.includes(view) === true;
}

async function grantReplacement(core: Core, switchboard: Switchboard, id: string, view: string): Promise<void> {
  if (mayReplace(core, id, view)) return;
  const granted: Rights = core.choices.granted(id) ?? {};
  await switchboard.grant(id, { ...granted, replaces: [...(granted.replaces ?? []), view] });
}
