import { expect, test } from 'vitest';
import { partsOf } from './patch.ts';

test('a separator of lines in a file begins no part of its own: what is shown as one part is staged as that part', () => {
  const head = 'diff --git a/a b/a\n--- a/a\n+++ b/a\n';
  const diff = `${head}@@ -1 +1,2 @@\n a\n+x\u2028@@ -9 +9 @@\u2028-gone\r@@ -1 +1 @@\n@@ -20 +21 @@\n-b\n+c\n`;
  const parts = partsOf(diff, from => `${from}`);
  expect(parts.map(({ heading, lines, patch }) => [heading, lines.length, patch.startsWith(head)])).toEqual([
    ['1', 2, true],
    ['21', 2, true],
  ]);
});
