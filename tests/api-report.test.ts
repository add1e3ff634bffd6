import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiReport, reportPath } from './support/api-report.ts';

test('the public API is the one that was reviewed and committed', () => {
  expect(apiReport(), 'Run `npm run generate` and read the difference.').toBe(readFileSync(reportPath, 'utf8'));
});

test('the report holds what an extension imports, and nothing it cannot', () => {
  const report = readFileSync(reportPath, 'utf8');
  expect({
    extension: report.includes('export declare function defineExtension(extension: Extension): Extension;'),
    documented: report.includes('/** Gives the default export of an extension’s main file its type. */'.replace('’', "'")),
    imports: /^import /m.test(report),
  }).toEqual({ extension: true, documented: true, imports: false });
});
