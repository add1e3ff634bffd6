import type { Contributions, PersonService } from '@atelier/kernel';
import type { CommandKeys } from '../../contract/index.ts';
import { settingsErrors } from '../errors.ts';

export interface Command {
  readonly id: string;
  readonly palette?: boolean;
  readonly args?: object;
}

export interface Keys {
  all(): Promise<CommandKeys[]>;
  save(changes: readonly { readonly command: string; readonly keys?: readonly string[] }[]): Promise<void>;
}

/** The keys of commands: those of manifests, and what the person chose instead, which the kernel keeps. */
export function openKeys(
  commands: Contributions<Command>,
  bindings: Contributions<{ readonly command: string; readonly key: string }>,
  person: Pick<PersonService, 'keys' | 'chooseKeys'>,
): Keys {
  const usualOf = (command: string) => bindings.items.flatMap(({ value }) => (value.command === command ? [value.key] : []));
  return {
    async all() {
      const chosen = await person.keys();
      const listed = commands.items.filter(
        ({ value: { id, palette, args } }) =>
          (palette !== false && needsNothing(args)) || Object.hasOwn(chosen, id) || usualOf(id).length > 0,
      );
      return listed.map(({ value: { id } }) => ({
        command: id,
        usual: usualOf(id),
        ...(Object.hasOwn(chosen, id) && { chosen: [...(chosen[id] ?? [])] }),
      }));
    },
    async save(changes) {
      const gone = changes.find(({ command, keys }) => keys !== undefined && !commands.items.some(({ value }) => value.id === command));
      if (gone !== undefined) throw settingsErrors['settings/no-such-command']({ command: gone.command });
      for (const { command, keys } of changes) {
        const isUsual = keys !== undefined && keys.join() === usualOf(command).join();
        await person.chooseKeys(command, isUsual ? undefined : keys);
      }
    },
  };
}

/** One that has to be given something cannot have keys of its own. */
function needsNothing(args: object | undefined): boolean {
  const { required = [] } = (args ?? {}) as { readonly required?: readonly unknown[] };
  return required.length === 0;
}
