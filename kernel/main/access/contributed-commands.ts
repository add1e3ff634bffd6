import type { KnownExtensions } from '../lifecycle/extension-records.ts';
import type { Commands } from '../tables/commands.ts';
import type { Points } from '../tables/points.ts';

export interface ContributedParts {
  readonly extensions: KnownExtensions;
  readonly points: Pick<Points, 'read'>;
  readonly commands: Pick<Commands, 'ownerOf'>;
}

/**
 * Whether a command was given to an extension to run: an entry of one of its points that `atelier.runs` names has it, and the extension
 * that added the entry owns the command. An entry that may not be shown any more gives nothing.
 */
export function isGivenTo({ extensions, points, commands }: ContributedParts, id: string, command: string): boolean {
  const owner = commands.ownerOf(command);
  const runs = extensions.get(id)?.found.atelier.runs ?? [];
  return (
    owner !== undefined &&
    runs.some(name => points.read(`${id}:${name}`).items.some(({ from, value }) => from === owner && names(value, command)))
  );
}

function names(value: unknown, command: string): boolean {
  if (typeof value !== 'object' || value === null) return value === command;
  return Object.values(value).some(inside => names(inside, command));
}
