import type { Plugin } from 'vite';

/** A compiled `@property` or `@state`. Its last argument is the descriptor: these give none, so left out it is the same. */
const ofField = /(\(\[(?:property|state)\([^;]*?\.prototype, "[\w$]+"), void 0\)/g;

/** Leaves out what compiled decorators of fields say of no descriptor. */
export function packedDecorators(): Plugin {
  return {
    name: 'packed-decorators',
    apply: 'build',
    enforce: 'post',
    transform(code) {
      const packed = code.replaceAll(ofField, '$1)');
      return packed === code ? undefined : { code: packed, map: null };
    },
  };
}
