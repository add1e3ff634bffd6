import { expect, test } from 'vitest';
import type { Composer } from '../composer.ts';
import type { Sender } from '../sending/sender.ts';
import type { Command } from './command.ts';
import type { Commands } from './commands.ts';
import { Suggestions } from './suggestions.ts';

test('a command that comes after its beginning was typed is offered', () => {
  const commands: { known: unknown; all: Command[] } = { known: {}, all: [] };
  const composer = { addController() {}, requestUpdate() {} } as unknown as Composer;
  const suggestions = new Suggestions(composer, {} as never, commands as unknown as Commands, {} as Sender);
  suggestions.update('/chan', 5);
  suggestions.hostUpdate();
  const before = suggestions.isOpen;
  Object.assign(commands, { known: {}, all: [{ name: 'changelog', title: 'Release notes', icon: 'book-open', run: () => undefined }] });
  suggestions.hostUpdate();
  expect({ before, after: suggestions.isOpen, active: suggestions.active }).toEqual({ before: false, after: true, active: 'suggestion-0' });
});
