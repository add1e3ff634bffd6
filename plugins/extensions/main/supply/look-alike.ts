import { slipsBetween } from '@atelier/kernel';

/** An extension that another could be taken for. */
export interface Known {
  readonly id: string;
  readonly title: string | undefined;
  readonly publisher: string | undefined;
  readonly where: 'bundled' | 'installed' | 'offered';
}

export interface Alike {
  readonly id: string;
  readonly by: 'name' | 'title';
  readonly where: Known['where'];
}

const weight: Readonly<Record<Known['where'], number>> = { bundled: 0, installed: 1, offered: 2 };

/** The best known extension that this one could be mistaken for, by its name or by the title it shows. Who published both is no forger. */
export function alikeAmong(one: Omit<Known, 'where'>, known: readonly Known[]): Alike | undefined {
  return known
    .filter(other => other.id !== one.id && (one.publisher === undefined || one.publisher !== other.publisher))
    .toSorted((a, b) => weight[a.where] - weight[b.where])
    .flatMap(({ id, title, where }): Alike[] => {
      if (namesAlike(one.id, id)) return [{ id, by: 'name', where }];
      return titlesAlike(one.title, title) ? [{ id, by: 'title', where }] : [];
    })
    .at(0);
}

/** Whether one name could be read, or typed, for the other. */
export function namesAlike(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [partsOf(one), partsOf(other)];
  const whole = [a, b].map(({ scope, name }) => scope + name);
  if (whole[0] === whole[1] || a.name === b.name) return true;
  if (a.scope !== '' && a.scope === b.name && a.name === b.scope) return true;
  const length = Math.min(a.name.length, b.name.length);
  const most = length >= 9 ? 2 : length >= 5 ? 1 : 0;
  // Names that differ more than that in length need not be compared.
  return most > 0 && Math.abs(a.name.length - b.name.length) <= most && slipsBetween(a.name, b.name) <= most;
}

function titlesAlike(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [drawn(one ?? ''), drawn(other ?? '')];
  return a.length >= 3 && a === b;
}

function partsOf(id: string): { readonly scope: string; readonly name: string } {
  const [name = '', scope = ''] = id.split('/').reverse();
  return { scope: drawn(scope), name: drawn(name) };
}

// Letters of other alphabets that look as ours do.
const foreign = 'авекмнорстухѕіјԁɡһԛԝαεικνορτυχАВЕКМНОРСТУХЅІЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const ours = 'abekmhopctyxsijdghqwaeikvoptuxABEKMHOPCTYXSIJABEZHIKMNOPTYX';

/** As the eye takes it in: without case, accents, hyphens and what looks like something else. */
function drawn(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const latin = [...plain].map(letter => (foreign.includes(letter) ? ours[foreign.indexOf(letter)] : letter)).join('');
  return latin
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o')
    .replaceAll(/[1i|]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
