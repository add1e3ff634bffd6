import type { Tree } from './tree.ts';

const ours = /^(?:kernel|shell|plugins\/[^/]+)\/ui\/.+\.(?:ts|css)$/;
const physical = [
  /(?<![\w-])(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)*(?=: )/,
  /(?<![\w-])border-(?:top|bottom)-(?:left|right)-radius(?=: )/,
  /(?<=[;{]\s{0,9})(?:left|right)(?=: [^,}]{1,40};)/,
  /(?<![\w-])(?:text-align|float|clear): (?:left|right)\b/,
];
const sides = /(?<![-\w])(?:padding|margin|scroll-padding|scroll-margin): ([^;{}$]{1,80});/g;

/** Styles that name a left or a right, which a language that is read from the right does not mirror. */
export function physicalStyles(tree: Tree): readonly string[] {
  return [...tree]
    .filter(([path]) => ours.test(path) && !path.endsWith('.test.ts'))
    .flatMap(([path, text]) =>
      text.split('\n').flatMap((line, at) => {
        const found = physical.map(pattern => pattern.exec(line)?.[0]).filter(one => one !== undefined);
        const uneven = [...line.matchAll(sides)].filter(([, value = '']) => isUneven(value)).map(([whole]) => whole);
        return [...found, ...uneven].map(one => `${path}:${at + 1} says ${one}`);
      }),
    );
}

/** Four values, of which the second and the fourth, right and left, differ. */
function isUneven(value: string): boolean {
  const parts = value.match(/(?:[^\s()]|\([^()]*\))+/g) ?? [];
  return parts.length === 4 && parts[1] !== parts[3];
}
