import type { Contribution } from '@atelier/kernel';
import type { KeybindingContribution } from '@atelier/schemas/points/keybindings.ts';

/** The effective keys: those of manifests, and those that the person assigned instead. */
export function boundKeys(
  entries: readonly Contribution<unknown>[],
  chosen: Readonly<Record<string, readonly string[]>>,
  commands: { ownerOf(command: string): string | undefined },
): readonly Contribution<unknown>[] {
  const usual = entries as readonly Contribution<KeybindingContribution>[];
  const own = Object.entries(chosen).flatMap(([command, keys]) => {
    const before = usual.find(({ value }) => value.command === command);
    // Runs with the rights of the extension that bound it first, or of the command's own extension.
    const from = before?.from ?? commands.ownerOf(command);
    return from === undefined ? [] : keys.map(key => ({ from, value: { ...before?.value, command, key } }));
  });
  return [...own, ...usual.filter(({ value }) => !Object.hasOwn(chosen, value.command))];
}
