import type { InspectionService } from '@atelier/kernel';
import { errors, secretNames } from './errors.ts';

const digits = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

/** Throws if one of the texts holds what looks like a secret: no memory is worth that it is sent to a model. */
export async function demandNoSecret(inspection: InspectionService, texts: readonly (string | undefined)[]): Promise<void> {
  const found = await secretIn(inspection, texts);
  if (found !== undefined) throw errors['memory/secret']({ what: secretNames[found] });
}

/** Which kind of secret the texts hold. What the kernel would redact in a log is none of the cards, which a log never has. */
export async function secretIn(
  inspection: Pick<InspectionService, 'redact'>,
  texts: readonly (string | undefined)[],
): Promise<keyof typeof secretNames | undefined> {
  const said = texts.filter(text => text !== undefined);
  const clean = await inspection.redact(said);
  if (clean.some((text, at) => text !== said[at])) return 'key';
  return said.some(holdsCard) ? 'card' : undefined;
}

/** Thirteen to nineteen digits with the check digit of a card. */
export function holdsCard(text: string): boolean {
  return [...text.matchAll(digits)].some(([found]) => hasCheckDigit(found.replace(/[ -]/g, '')));
}

function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0 && !/^(\d)\1*$/.test(number);
}
