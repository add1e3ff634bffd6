import { createRequire } from 'node:module';

// CommonJS with a default export inside: Node and the test runner differ in the result of importing it, but not of `require`.
const require = createRequire(import.meta.url);

export const { default: Ajv } = require('ajv/dist/core.js') as typeof import('ajv/dist/core.js');
export const { default: draft2020 } = require('ajv/dist/vocabularies/draft2020.js') as typeof import('ajv/dist/vocabularies/draft2020.js');
export const { default: standaloneCode } = require('ajv/dist/standalone/index.js') as typeof import('ajv/dist/standalone/index.js');
export const { default: codePoints } = require('ajv/dist/runtime/ucs2length.js') as typeof import('ajv/dist/runtime/ucs2length.js');
