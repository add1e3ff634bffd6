import { join } from 'node:path';
import { type Handle, ownerOf } from '@atelier/kernel';
import { compiledChannel, generatedChannel } from './channel-files.ts';
import { kernelPoints, type Problem } from './contributes.ts';
import type { Core } from './core.ts';
import { extensionErrors } from './errors/extension.ts';
import type { Resident } from './resident.ts';

/** Shows what an extension's manifest contributes, before any of its code has run. */
export function publish(core: Core, resident: Resident): void {
  const { found } = resident;
  const { id, contributes, atelier, folder, bundled } = found;
  const problems: Problem[] = [...found.problems];
  const handles: Handle[] = [];

  for (const [channel, path] of Object.entries(atelier.channels ?? {})) {
    const file = join(folder, path);
    const other = core.channels.declare(channel, id, bundled ? generatedChannel(file) : compiledChannel(file, id, core.compileChannel));
    if (other === undefined) handles.push({ dispose: () => core.channels.undeclare(channel, id) });
    else problems.push({ code: 'extension/channel-taken', details: { id, channel, other } });
  }
  const commands = contributes.commands.filter(command => {
    const other = core.commands.declare(id, command);
    if (other !== undefined)
      problems.push({ code: 'extension/duplicate-contribution', details: { id, name: command.id, point: 'commands', other } });
    return other === undefined;
  });
  if (commands.length > 0) handles.push({ dispose: () => core.commands.undeclare(id) });
  const views = contributes.views.filter(view => {
    const other = core.views.claim(view.id, id);
    if (other !== undefined)
      problems.push({ code: 'extension/duplicate-contribution', details: { id, name: view.id, point: 'views', other } });
    return other === undefined;
  });
  if (views.length > 0) handles.push({ dispose: () => core.views.release(id) });

  const { keybindings, deepLinks } = contributes;
  for (const [name, values] of Object.entries({ views, commands, keybindings, deepLinks })) {
    if (values.length > 0) handles.push(core.points.add(kernelPoints[name as keyof typeof kernelPoints], id, values));
  }
  for (const [key, values] of Object.entries(contributes.others)) {
    const problem = unknownPoint(core, id, key);
    if (problem) problems.push(problem);
    else if (core.residents.has(ownerOf(key)) || ownerOf(key) === id) handles.push(core.points.add(key, id, values));
  }
  resident.published = handles;
  resident.problems = problems;
  for (const { code, details } of problems) core.log.for(id).warn(extensionErrors[code](details as never).message);
}

/** Takes back what `publish` showed. */
export function withdraw(resident: Resident): void {
  for (const handle of [...resident.published].reverse()) void handle.dispose();
  resident.published = [];
}

/** A point that its owner, being there, does not have. A missing owner is no mistake: that is what `optional` is for. */
function unknownPoint(core: Core, id: string, key: string): Problem | undefined {
  const owner = ownerOf(key);
  const points = core.residents.get(owner)?.found.atelier.points;
  const name = key.slice(owner.length + 1);
  if (!core.residents.has(owner) || (points && Object.hasOwn(points, name))) return undefined;
  const known = Object.keys(points ?? {}).map(one => `${owner}:${one}`);
  return { code: 'extension/unknown-point', details: { id, point: key, owner, known: known.join(', ') || '-' } };
}
