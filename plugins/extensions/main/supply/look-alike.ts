import { slipsBetween } from '@atelier/kernel';

/** An extension that another one could be mistaken for. */
export interface KnownExtension {
  readonly id: string;
  readonly title: string | undefined;
  readonly publisher: string | undefined;
  readonly where: 'bundled' | 'installed' | 'offered';
}

export interface Alike {
  readonly id: string;
  readonly by: 'name' | 'title';
  readonly where: KnownExtension['where'];
}

const rank: Readonly<Record<KnownExtension['where'], number>> = { bundled: 0, installed: 1, offered: 2 };

/** The extension that this one could be mistaken for, by name or title: bundled before installed before offered. One publisher may use similar names. */
export function findLookAlike(one: Omit<KnownExtension, 'where'>, known: readonly KnownExtension[]): Alike | undefined {
  return known
    .filter(other => other.id !== one.id && (one.publisher === undefined || one.publisher !== other.publisher))
    .toSorted((a, b) => rank[a.where] - rank[b.where])
    .flatMap(({ id, title, where }): Alike[] => {
      if (namesAlike(one.id, id)) return [{ id, by: 'name', where }];
      return titlesAlike(one.title, title) ? [{ id, by: 'title', where }] : [];
    })
    .at(0);
}

/** Whether one name could be misread or mistyped as the other. */
export function namesAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [partsOf(one), partsOf(other)];
  const whole = [a, b].map(({ scope, name }) => scope + name);
  if (whole[0] === whole[1] || a.name === b.name) return true;
  if (a.scope !== '' && a.scope === b.name && a.name === b.scope) return true;
  const length = Math.min(a.name.length, b.name.length);
  const max = length >= 9 ? 2 : length >= 5 ? 1 : 0;
  // Names whose lengths differ by more than `max` cannot match.
  return max > 0 && Math.abs(a.name.length - b.name.length) <= max && slipsBetween(a.name, b.name) <= max;
}

function titlesAlike(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [skeletonOf(one ?? ''), skeletonOf(other ?? '')];
  return a.length >= 3 && a === b;
}

function partsOf(id: string): { readonly scope: string; readonly name: string } {
  const [name = '', scope = ''] = id.split('/').reverse();
  return { scope: skeletonOf(scope), name: skeletonOf(name) };
}

// Letters of other alphabets that look like Latin ones.
const lookAlikes = 'авекмнорстухѕіјԁɡһԛԝαεικνορτυχАВЕКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const latin = 'abekmhopctyxsijdghqwaeikvoptuxABEKMHOPCTYXSIJABEZHIKMNOPTYX';

/** The text reduced to its visual form: without case, accents and punctuation, with look-alike letters unified. */
function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const unified = [...plain].map(letter => (lookAlikes.includes(letter) ? latin[lookAlikes.indexOf(letter)] : letter)).join('');
  return unified
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
