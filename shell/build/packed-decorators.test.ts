import { expect, test } from 'vitest';
import { packedDecorators } from './packed-decorators.ts';

const packed = (code: string) => {
  const { transform } = packedDecorators() as unknown as { transform(code: string): { code: string } | undefined };
  return transform(code)?.code;
};

test('what a property and a state say of no descriptor is left out, and a decorator that defines one keeps its argument', () => {
  const field = (decorators: string, name: string, more = '') => `__decorate([${decorators}], List.prototype, "${name}"${more});`;
  expect(
    packed(
      [
        field('property({ type: Boolean })', 'open', ', void 0'),
        field('query("ui-list")', 'list', ', void 0'),
        field('state()', 'rows', ', void 0'),
        field('property({ attribute: false })', 'size', ', null'),
      ].join('\n'),
    ),
  ).toBe(
    [
      field('property({ type: Boolean })', 'open'),
      field('query("ui-list")', 'list', ', void 0'),
      field('state()', 'rows'),
      field('property({ attribute: false })', 'size', ', null'),
    ].join('\n'),
  );
});
