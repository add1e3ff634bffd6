import type { InspectionService } from '@atelier/kernel';
import { errors, secretNames } from './errors.ts';
import { withoutIdentities } from './identity-numbers.ts';
import { told } from './secret-words.ts';
import { legible } from './store/telling.ts';

type Redacting = Pick<InspectionService, 'redact'>;

/** Numbers in groups, with little between them. */
const digits = /(?<!\d)\d(?:[\s.,;|·•*_/-]{0,3}\d){12,}/g;
/** The groups of a card that stands among other numbers. */
const leastGroup = 3;

/** A user and a group of one name. */
const sameTwice = /^(?:-u|--user)[ =]["']?([^\s:"']{1,60}):\1$/u;
/** After the name of a pass or a pin, and as these words, what has no digit is none: "Pass", "Navigo", "Password", "Policy". */
const isPass = /\b(?:pass|pin)$/i;
const ordinary =
  /^(?:policy|policies|manager|managers|reset|generator|rules|required|protected|expired|forgotten|changed|none|unknown|politique|gestionnaire|r[eè]gles|obligatoire|oubli[eé]|chang[eé]|expir[eé]|aucun|inconnu)[.!]?$/iu;

/** A bank account: two letters, two digits, and what its country adds, whatever stands between its groups. */
const account = /(?<![A-Z\d])[A-Z]{2}\d{2}(?:[ ._/-]{0,2}[A-Z\d]){11,}/gi;
const accountStart = /(?<![A-Z\d])[A-Z]{2}\d{2}/gi;
/** Of an account at least half are digits. */
const [leastAccount, mostAccount] = [15, 34];

interface Words {
  readonly title?: string | undefined;
  readonly content: string;
  readonly topic?: string | undefined;
  readonly project?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly source?: { readonly quote?: string | undefined } | undefined;
}

/** The texts of a memory in which a secret may stand: "Wi-Fi password" as its title and the password as its words say it together. */
export function textsOf({ title, content, topic, project, tags = [], source }: Words): (string | undefined)[] {
  // Of several words only one that a sentence would show to be a value.
  const isWord = !/\s/.test(content.trim()) && !ordinary.test(content.trim());
  const names = [title, topic].filter((name): name is string => name !== undefined && name !== content);
  const together = names.flatMap(name => {
    const marks = isWord && (/\d/.test(content) || !isPass.test(name.trim())) ? [' is ', ': '] : [' is '];
    return marks.map(mark => `${name}${mark}${content}`);
  });
  return [content, title, topic, project, source?.quote, ...tags, ...together];
}

/** Throws if one of the texts holds what looks like a secret: no memory is worth that it is sent to a model. */
export async function demandNoSecret(inspection: InspectionService, texts: readonly (string | undefined)[]): Promise<void> {
  const found = await secretIn(inspection, texts);
  if (found !== undefined) throw errors['memory/secret']({ what: secretNames[found] });
}

/** Which kind of secret the texts hold. What the kernel would redact in a log is none of the cards, which a log never has. */
export async function secretIn(
  inspection: Redacting,
  texts: readonly (string | undefined)[],
): Promise<keyof typeof secretNames | undefined> {
  const said = texts.filter(text => text !== undefined);
  const all = [...new Set([...said, ...said.map(plain), ...said.map(legible)])];
  const clean = await inspection.redact(all);
  if (all.some((text, at) => clean[at] !== text || withoutTold(text) !== text)) return 'key';
  if (all.some(text => withoutCards(text) !== text)) return 'card';
  if (all.some(text => withoutAccounts(text) !== text)) return 'account';
  return all.some(text => withoutIdentities(text) !== text) ? 'identity' : undefined;
}

/** The texts without what looks like a secret. One that hides it in an odd writing comes back in a plain one; the others as they were. */
export async function withoutSecrets(inspection: Redacting, texts: readonly string[]): Promise<string[]> {
  const forms = [texts.map(plain), texts.map(legible)];
  const clean = await inspection.redact([...texts, ...forms.flat()]);
  const hide = (text: string) => withoutIdentities(withoutAccounts(withoutCards(withoutTold(text))));
  return texts.map((_, at) => {
    const hidden = forms.map((_form, nth) => hide(clean[texts.length * (nth + 1) + at] ?? ''));
    return hidden.find((one, nth) => one !== forms[nth]?.[at]) ?? hide(clean[at] ?? '');
  });
}

/** As a reader sees it: without what is invisible, with one kind of hyphen, and the digits of every script as ours. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/[٠-٩۰-۹०-९]/g, digit => String((digit.charCodeAt(0) - (digit < '०' ? 0 : 6)) % 16));
}

function withoutTold(text: string): string {
  return told.reduce(
    (clean, pattern) =>
      clean.replaceAll(pattern, (found: string, value: string) =>
        value.startsWith('[redacted]') || sameTwice.test(found) ? found : found.split(value).join('…'),
      ),
    text,
  );
}

/** What is not known by check digits, by its name. */
const named =
  /\b(?:rib|sort code|routing (?:number|no\.?)|account (?:number|no\.?)|num[eé]ro de compte|kontonummer)\s{0,2}(?::|=|is\s|est\s)?\s{0,2}(\d(?:[ -]?\d){5,25})(?!\d)/giu;

function withoutAccounts(text: string): string {
  const unnamed = text.replaceAll(named, (found: string, value: string) => found.replace(value, '…'));
  return unnamed.replaceAll(account, found => {
    let [clean, at] = ['', 0];
    // What stands before and after one looks like groups of it: words, another account.
    for (const { index } of found.matchAll(accountStart)) {
      const end = index < at ? undefined : accountEnd(found, index);
      if (end === undefined) continue;
      clean += `${found.slice(at, index)}…`;
      at = end;
    }
    return clean + found.slice(at);
  });
}

function accountEnd(text: string, from: number): number | undefined {
  const isPart = (at: number) => /[A-Z\d]/i.test(text.charAt(at));
  for (let [end, count] = [from, 0]; end < text.length && count <= mostAccount; end += 1) {
    if (!isPart(end)) continue;
    count += 1;
    if (count >= leastAccount && !isPart(end + 1) && isAccount(text.slice(from, end + 1))) return end + 1;
  }
  return undefined;
}

/** The check digits of an IBAN: its letters as numbers, the first four characters last, leave 1 of 97. */
function isAccount(text: string): boolean {
  const bare = text.replaceAll(/[ ._/-]/g, '').toUpperCase();
  const figures = bare.replaceAll(/\D/g, '').length;
  if (bare.length < leastAccount || bare.length > mostAccount || figures * 2 < bare.length) return false;
  const number = [...`${bare.slice(4)}${bare.slice(0, 4)}`].map(one => Number.parseInt(one, 36)).join('');
  let rest = 0;
  for (const digit of number) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

function withoutCards(text: string): string {
  return text.replaceAll(digits, run => {
    let clean = run;
    for (const card of cardsIn(run)) clean = clean.replace(card, '…');
    return clean;
  });
}

/** Thirteen to nineteen digits with the check digit of a card: all of a run, or whole groups of it. */
function cardsIn(run: string): string[] {
  const groups = [...run.matchAll(/\d+/g)];
  if (isGrouped(run) && isCard(run)) return [run];
  return groups.flatMap((first, from) => {
    let length = 0;
    for (const group of groups.slice(from, from + 7)) {
      if (group[0].length < leastGroup) break;
      length += group[0].length;
      if (length > 19) break;
      const card = run.slice(first.index, group.index + group[0].length);
      if (isGrouped(card) && isCard(card)) return [card];
    }
    return [];
  });
}

/** Whether its groups are those of a card: of four, or as on the card; with the marks of a list between them nothing else, as temperatures and scores have. */
function isGrouped(text: string): boolean {
  const sizes = (text.match(/\d+/g) ?? []).map(group => group.length);
  const [first = 0, last = 0] = [sizes[0], sizes.at(-1)];
  const isEven = sizes.slice(0, -1).every(size => size === first) && last <= first;
  if (sizes.length === 1 || (isEven && first === 4) || /^4 6 [45]$/.test(sizes.join(' '))) return true;
  return !/[,;|·]/.test(text) && (Math.min(...sizes) >= 4 || (isEven && first <= 2));
}

function isCard(text: string): boolean {
  const number = text.replaceAll(/\D/g, '');
  // Of those with a 2 only 2221 to 2720 are cards: years are none.
  if (!/^(?:[3-6]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)(?<=^\d{4}))\d{12,18}$/.test(number) || /^(\d)\1*$/.test(number)) return false;
  const sum = [...number].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
