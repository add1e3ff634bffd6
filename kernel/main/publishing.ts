import { join } from 'node:path';
import { ownerOf } from '@atelier/kernel';
import { compiledChannel, generatedChannel } from './channel-files.ts';
import { kernelPoints, type Problem } from './contributes.ts';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import type { Resident } from './resident.ts';

/** Shows what an extension's manifest contributes, before any of its code has run. */
export function publish(core: Core, resident: Resident): void {
  const { id, contributes, atelier, folder, bundled, problems: known } = resident.found;
  let problems = known;
  const problem = (code: Problem['code'], details: Problem['details']): void => {
    problems = [...problems, { code, details }];
  };

  for (const channel in atelier.channels) {
    const file = join(folder, atelier.channels[channel]!);
    const other = core.channels.declare(channel, id, bundled ? generatedChannel(file) : compiledChannel(file, id, core.compileChannel));
    if (other !== undefined) problem('extension/channel-taken', { id, channel, other });
  }
  const commands = unlessTaken(
    contributes.commands,
    command => core.commands.declare(id, command),
    (name, other) => problem('extension/duplicate-contribution', { id, name, point: 'commands', other }),
  );
  const views = unlessTaken(
    contributes.views,
    view => core.views.claim(view.id, id),
    (name, other) => problem('extension/duplicate-contribution', { id, name, point: 'views', other }),
  );
  show(core, kernelPoints.views, id, views);
  show(core, kernelPoints.commands, id, commands);
  show(core, kernelPoints.keybindings, id, contributes.keybindings);
  show(core, kernelPoints.deepLinks, id, contributes.deepLinks);
  for (const key in contributes.others) {
    const owner = ownerOf(key);
    // A missing owner is no mistake: that is what `optional` is for.
    if (!core.residents.has(owner)) continue;
    const unknown = unknownPoint(core, id, owner, key);
    if (unknown) problem(unknown.code, unknown.details);
    else show(core, key, id, contributes.others[key]!);
  }
  resident.problems = problems;
  for (const { code, details } of problems) core.log.for(id).warn(extensionErrors[code](details as never).message);
}

/** Takes back what `publish` showed. */
export function withdraw(core: Core, id: string): void {
  core.points.withdraw(id);
  core.views.release(id);
  core.commands.undeclare(id);
  core.channels.undeclare(id);
}

function show(core: Core, key: string, id: string, values: readonly unknown[]): void {
  if (values.length > 0) core.points.publish(key, id, values);
}

/** The entries whose names were free; whoever holds one of the others is told. Mostly that is all of them, and nothing is copied. */
function unlessTaken<T extends { readonly id: string }>(
  entries: readonly T[],
  claim: (entry: T) => string | undefined,
  taken: (name: string, other: string) => void,
): readonly T[] {
  let free = entries;
  for (const entry of entries) {
    const other = claim(entry);
    if (other === undefined) continue;
    taken(entry.id, other);
    free = free.filter(one => one !== entry);
  }
  return free;
}

/** A point that its owner, being there, does not have. */
function unknownPoint(core: Core, id: string, owner: string, key: string): Problem | undefined {
  const points = core.residents.get(owner)?.found.atelier.points;
  if (points && Object.hasOwn(points, key.slice(owner.length + 1))) return undefined;
  const known = Object.keys(points ?? {}).map(one => `${owner}:${one}`);
  return { code: 'extension/unknown-point', details: { id, point: key, owner, known: known.join(', ') || '-' } };
}
