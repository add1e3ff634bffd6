import { join } from 'node:path';
import { ownerOf } from '@atelier/kernel';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import { kernelPoints, type Problem } from './manifest/contributes.ts';
import type { Resident } from './resident.ts';
import { compiledChannel, generatedChannel } from './tables/channel-files.ts';
import type { LoadChannel } from './tables/channels.ts';

/** Shows what an extension's manifest contributes, before any of its code has run. */
export function publish(core: Core, resident: Resident): void {
  const { id, contributes, atelier } = resident.found;
  // Plain loops: with a thousand extensions this is what a start does most, before any of it is compiled.
  for (const channel in atelier.channels) {
    const other = core.channels.declare(channel, id, loaderOf(core, resident, atelier.channels[channel]!));
    if (other !== undefined) note(resident, 'extension/channel-taken', { id, channel, other });
  }
  let { commands, views } = contributes;
  for (const command of contributes.commands) {
    const other = core.commands.declare(id, command);
    if (other === undefined) continue;
    commands = commands.filter(one => one !== command);
    note(resident, 'extension/duplicate-contribution', { id, name: command.id, point: 'commands', other });
  }
  for (const view of contributes.views) {
    const other = core.views.claim(view.id, id);
    if (other === undefined) continue;
    views = views.filter(one => one !== view);
    note(resident, 'extension/duplicate-contribution', { id, name: view.id, point: 'views', other });
  }
  const { keybindings, deepLinks, others } = contributes;
  if (views.length > 0) core.points.publish(kernelPoints.views, id, views);
  if (commands.length > 0) core.points.publish(kernelPoints.commands, id, commands);
  if (keybindings.length > 0) core.points.publish(kernelPoints.keybindings, id, keybindings);
  if (deepLinks.length > 0) core.points.publish(kernelPoints.deepLinks, id, deepLinks);
  for (const key in others) {
    const owner = ownerOf(key);
    // A missing owner is no mistake: that is what `optional` is for.
    if (!core.residents.has(owner)) continue;
    const known = pointsOf(core, owner);
    if (known.includes(key)) core.points.publish(key, id, others[key]!);
    else note(resident, 'extension/unknown-point', { id, point: key, owner, known: known.join(', ') || '-' });
  }
  if (resident.problems.length === 0) return;
  for (const { code, details } of resident.problems) core.log.for(id).warn(extensionErrors[code](details as never).message);
}

/** Takes back what `publish` showed. */
export function withdraw(core: Core, resident: Resident): void {
  const { id, problems } = resident.found;
  resident.problems = problems;
  core.points.withdraw(id);
  core.views.release(id);
  core.commands.undeclare(id);
  core.channels.undeclare(id);
}

function note(resident: Resident, code: Problem['code'], details: Problem['details']): void {
  resident.problems = [...resident.problems, { code, details }];
}

function loaderOf(core: Core, { found: { id, folder, bundled } }: Resident, path: string): LoadChannel {
  const file = join(folder, path);
  return bundled ? generatedChannel(file) : compiledChannel(file, id, core.compileChannel);
}

/** The keys of the points that an extension owns. */
function pointsOf(core: Core, owner: string): readonly string[] {
  return Object.keys(core.residents.get(owner)?.found.atelier.points ?? {}).map(name => `${owner}:${name}`);
}
