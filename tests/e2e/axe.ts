import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with every rule of accessibility that the page breaks, and where; open shadow roots are looked into. */
export async function axeClean(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

/** One line for each element that breaks a rule. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // Through the debugger, because the page's policy lets no script in.
  await page.evaluate(source);
  const options: RunOptions = { resultTypes: ['violations'], iframes: false };
  const { violations } = await page.evaluate(
    given =>
      (globalThis as unknown as { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } }).axe.run(document, given),
    options,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help}: ${node.target.flat().join(' >>> ')}: ${node.html.slice(0, 160)}`),
  );
}
