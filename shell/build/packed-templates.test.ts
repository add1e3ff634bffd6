import { expect, test } from 'vitest';
import { packedTemplates } from './packed-templates.ts';

const packed = (code: string) => {
  const transform = packedTemplates().transform as (code: string, id: string) => { readonly code: string };
  return transform(code, '/plugins/skills/ui/page/one.ts').code;
};

test('of a template, indents and other room go, and the quotes of an attribute whose end is seen without them; words, selectors and what ends in a slash keep theirs', () => {
  expect(
    packed(
      'html`<div class="row" title="two words" lang="fr">\n    <b id="one-2"></b><circle r="3"/></div>`; css`*, *::before { a: b; } a[kind="line"] > b + c { d: calc(1px + var(--e) + 2px); }`',
    ),
  ).toBe(
    'html`<div class=row title="two words" lang=fr>\n<b id=one-2></b><circle r="3"/></div>`; css`*,:before{a:b}a[kind="line"]>b+c{d:calc(1px + var(--e) + 2px)}`',
  );
});

test('a plus that adds keeps its room, whatever is added, and so do the quotes of what is read as XML', () => {
  expect(packed('css`a + .b { c: calc(1rem + .5px + pi * 1px); d: calc(1px + infinity * 1px); } a + b .c, a + e-f .g { d: 0; }`')).toBe(
    'css`a+.b{c:calc(1rem + .5px + pi * 1px);d:calc(1px + infinity * 1px)}a+b .c,a+e-f .g{d:0}`',
  );
  const drawing = `const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="one" class="two"/><g id="three"></g></svg>';`;
  expect(packed(drawing)).toBe(drawing);
});
