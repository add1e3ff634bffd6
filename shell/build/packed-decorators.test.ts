import { expect, test } from 'vitest';
import { packedDecorators } from './packed-decorators.ts';

const packed = (code: string) => {
  const { transform } = packedDecorators() as unknown as { transform(code: string): { code: string } | undefined };
  return transform(code)?.code;
};

const field = (decorators: string, name: string, descriptor = 'void 0', type = 'List') =>
  `_decorate([${decorators}], ${type}.prototype, "${name}", ${descriptor});`;

test('the properties and states of a class that follow each other are one call, in their order, and every other decorator stays as it is', () => {
  expect(
    packed(
      [
        field('property({ type: Boolean, converter: (at) => at(1) })', 'open'),
        field('state()', 'rows'),
        field('query("ui-list")', 'list'),
        field('state()', 'more'),
        field('property()', 'other', 'void 0', 'Row'),
        field('property({ attribute: false })', 'size', 'null'),
        field('property(), once()', 'twice'),
        'define(Row);',
      ].join('\n'),
    ),
  ).toBe(
    [
      'import __fields from "\0fields";',
      '__fields(List, { open: property({ type: Boolean, converter: (at) => at(1) }), rows: state() });',
      field('query("ui-list")', 'list'),
      '__fields(List, { more: state() });',
      '__fields(Row, { other: property() });',
      field('property({ attribute: false })', 'size', 'null'),
      field('property(), once()', 'twice'),
      'define(Row);',
    ].join('\n'),
  );
});

test('the constructor that is made for the fields of an element passes nothing on, and that of any other class does', () => {
  const made = (base: string, passed: string) =>
    `class List extends ${base} {\n\tconstructor(${passed}) {\n\t\tsuper(${passed});\n\t\tthis.open = false;\n\t}\n}`;
  expect([packed(made('LitElement', '..._args')), packed(made('Error', '..._args'))]).toEqual([made('LitElement', ''), undefined]);
});
