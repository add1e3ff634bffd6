import { join } from 'node:path';
import { ownerOf } from '@atelier/kernel';
import { extensionErrors } from './errors/extension.ts';
import type { KnownExtensions } from './lifecycle/extension-records.ts';
import type { AppLog } from './log/log.ts';
import { kernelPoints, type Problem } from './manifest/contributes.ts';
import type { Found } from './manifest/manifest.ts';
import { perhapsMeant } from './schema/violation-texts.ts';
import { inBothLanguages } from './schema/violations.ts';
import { compiledChannel, generatedChannel } from './tables/channel-files.ts';
import type { Channels, LoadChannel } from './tables/channels.ts';
import type { Commands } from './tables/commands.ts';
import type { PointSchemas } from './tables/point-schemas.ts';
import type { Points } from './tables/points.ts';
import type { Views } from './tables/views.ts';

/** The entries of points, and their schemas. */
export interface PublishedEntries {
  readonly points: Points;
  readonly pointSchemas: PointSchemas;
  readonly log: AppLog;
}

/** The tables that hold the contributions of manifests. */
export interface PublishParts {
  readonly points: Points;
  readonly views: Views;
  readonly commands: Commands;
  readonly channels: Channels;
  readonly log: AppLog;
  readonly compileChannel: Parameters<typeof compiledChannel>[2];
}

/** Publishes the contributions of an extension's manifest, before any of its code has run; returns the problems of parts of it. */
export function publish(parts: PublishParts, here: KnownExtensions, found: Found): readonly Problem[] {
  const { points, channels, log } = parts;
  const { id, contributes, atelier } = found;
  const problems: Problem[] = [...found.problems];
  const note = (code: Problem['code'], details: Problem['details']): void => void problems.push({ code, details });
  // Plain loops: with a thousand extensions this is most of the work of a start, before the JIT has compiled it.
  for (const channel in atelier.channels) {
    const other = channels.declare(channel, id, loaderOf(parts, found, atelier.channels[channel]!));
    if (other !== undefined) note('extension/channel-taken', { id, channel, other });
  }
  let { commands, views } = contributes;
  for (const command of contributes.commands) {
    const other = parts.commands.declare(id, command);
    if (other === undefined) continue;
    commands = commands.filter(one => one !== command);
    note('extension/duplicate-contribution', { id, name: command.id, point: 'commands', other });
  }
  for (const view of contributes.views) {
    const other = parts.views.claim(view.id, id);
    if (other === undefined) continue;
    views = views.filter(one => one !== view);
    note('extension/duplicate-contribution', { id, name: view.id, point: 'views', other });
  }
  const ownOnly = <T extends object>(point: string, entries: readonly T[]): readonly T[] =>
    entries.filter(entry => {
      const command = foreignCommand(parts.commands, found, entry);
      if (command !== undefined) note('extension/foreign-command', { id, point, command });
      return command === undefined;
    });
  const { others } = contributes;
  const keybindings = ownOnly(kernelPoints.keybindings, contributes.keybindings);
  const deepLinks = ownOnly(kernelPoints.deepLinks, contributes.deepLinks);
  if (views.length > 0) points.publish(kernelPoints.views, id, views);
  if (commands.length > 0) points.publish(kernelPoints.commands, id, commands);
  if (keybindings.length > 0) points.publish(kernelPoints.keybindings, id, keybindings);
  if (deepLinks.length > 0) points.publish(kernelPoints.deepLinks, id, deepLinks);
  for (const key in others) {
    const owner = ownerOf(key);
    // A missing owner is no error: the dependency may be optional.
    if (!here.has(owner)) continue;
    const known = pointsOf(here, owner);
    if (known.includes(key)) points.publish(key, id, ownOnly(key, others[key]!));
    else note('extension/unknown-point', { id, point: key, owner, known: known.join(', ') || '-', meant: perhapsMeant(key, known) });
  }
  for (const { code, details } of problems) log.for(id).warn(extensionErrors[code](details as never).message);
  return problems;
}

/**
 * A command that an entry of an installed extension names and that the extension may not run: whoever shows the entry would run it
 * with the person's rights.
 */
export function foreignCommand(
  commands: Pick<Commands, 'accessOf' | 'ownerOf'>,
  found: Pick<Found, 'id' | 'bundled'>,
  entry: unknown,
): string | undefined {
  if (found.bundled || typeof entry !== 'object' || entry === null) return undefined;
  for (const [name, value] of Object.entries(entry)) {
    if (name === 'command' && typeof value === 'string') {
      if (commands.ownerOf(value) !== found.id && commands.accessOf(value) !== 'everybody') return value;
      continue;
    }
    const inside = foreignCommand(commands, found, value);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Removes what `publish` added. */
export function withdraw({ points, views, commands, channels }: PublishParts, id: string): void {
  points.withdraw(id);
  views.release(id);
  commands.undeclare(id);
  channels.undeclare(id);
}

/** Removes invalid entries from an extension's own points; returns the extensions that added them. */
export async function* rejectUnfitEntries(
  { points, pointSchemas, log }: PublishedEntries,
  owner: Found,
): AsyncGenerator<{ readonly from: string; readonly problem: Problem }> {
  for (const name of Object.keys(owner.atelier.points ?? {})) {
    const key = `${owner.id}:${name}`;
    const validate = await pointSchemas.load(owner, key);
    if (!validate) continue;
    for (const { from, why } of points.removeInvalid(key, validate)) {
      const details = { id: from, point: key, violations: inBothLanguages(why) };
      log.for(from).warn(extensionErrors['extension/invalid-contribution'](details).message);
      yield { from, problem: { code: 'extension/invalid-contribution', details } };
    }
  }
}

function loaderOf({ compileChannel }: PublishParts, { id, folder, bundled }: Found, path: string): LoadChannel {
  const file = join(folder, path);
  return bundled ? generatedChannel(file) : compiledChannel(file, id, compileChannel);
}

/** The keys of the points that an extension owns. */
function pointsOf(here: KnownExtensions, owner: string): readonly string[] {
  return Object.keys(here.get(owner)?.found.atelier.points ?? {}).map(name => `${owner}:${name}`);
}
