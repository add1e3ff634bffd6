import { templatesOf } from './templates.ts';
import type { Tree } from './tree.ts';

const kitFile = /^kernel\/ui\/elements\/(ui-[a-z-]+)\.ts$/;
const screenFile = /^(?:kernel\/ui|shell\/ui|shell\/frame|plugins\/[^/]+\/ui|registry-dev\/examples\/[^/]+\/ui)\/.+\.[jt]s$/;

/** Attribute values that a screen passes to an element of the kit and that the element does not support: it would have no style. */
export function kitFaults(tree: Tree): readonly string[] {
  const known = new Map(
    [...tree].flatMap(([path, source]) => (kitFile.test(path) ? [[kitFile.exec(path)?.[1] ?? '', choicesOf(source)]] : [])),
  );
  return [...tree].flatMap(([path, source]) =>
    screenFile.test(path) && !path.includes('.test.')
      ? templatesOf(source).flatMap(({ tag, text, line }) =>
          tag === 'html' ? faultsIn(text, known).map(fault => `${path}:${line} ${fault}`) : [],
        )
      : [],
  );
}

function faultsIn(html: string, known: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>): readonly string[] {
  return [...html.matchAll(/<(ui-[a-z-]+)([^>]*)/g)].flatMap(([, tag = '', attributes = '']) =>
    [...(known.get(tag) ?? [])].flatMap(([name, values]) => {
      const given = new RegExp(`\\s${name}="?([\\w-]+)"?(?=[\\s>]|$)`).exec(attributes)?.[1];
      return given === undefined || values.includes(given) ? [] : [`gives ${tag} ${name}="${given}", and it knows ${values.join(', ')}.`];
    }),
  );
}

/** The properties of an element whose type is a union of strings, with the strings. */
function choicesOf(source: string): ReadonlyMap<string, readonly string[]> {
  const types = new Map([...source.matchAll(/type (\w+) = ([^;]+);/g)].map(([, name = '', union = '']) => [name, union]));
  return new Map(
    [...source.matchAll(/@property\([^)]*\) (\w+)[!?]?: ([^=;]+)[=;]/g)].flatMap(([, name = '', type = '']) => {
      const values = [...(types.get(type.trim()) ?? type).matchAll(/'([^']+)'/g)].map(([, value = '']) => value);
      return values.length === 0 ? [] : [[name, values]];
    }),
  );
}
