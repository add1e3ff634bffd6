// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the violations are planted as text.
import { expect, test } from 'vitest';
import { kitFaults } from './support/kit-values.ts';
import { repositoryTree } from './support/tree.ts';

test('no screen asks an element of the kit for a kind, size or state that it does not draw', () => {
  expect(kitFaults(repositoryTree())).toEqual([]);
});

test('planted: a kind that there is not, in a screen of ours and in an example', () => {
  const tree = new Map([
    [
      'kernel/ui/elements/ui-button.ts',
      "@property({ reflect: true }) kind: 'quiet' | 'line' = 'quiet';\n@property({ reflect: true }) size: Size = '28';\ntype Size = '24' | '28';",
    ],
    [
      'plugins/notes/ui/notes.ts',
      'html`<ui-button kind="primary" size=24 @click=${go}>Add</ui-button><ui-button kind=${kind}>Add</ui-button>`',
    ],
    ['registry-dev/examples/notes/ui/elements.js', 'const kind = 1;\nhtml`<ui-button kind=\'line\' size="30">Add</ui-button>`'],
  ]);
  expect(kitFaults(tree)).toEqual([
    'plugins/notes/ui/notes.ts:1 gives ui-button kind="primary", and it knows quiet, line.',
    'registry-dev/examples/notes/ui/elements.js:2 gives ui-button size="30", and it knows 24, 28.',
  ]);
});
