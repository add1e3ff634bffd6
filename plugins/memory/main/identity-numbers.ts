/** What is called by its name: passports, social security, cards of identity, licences to drive, numbers of taxes and of health. */
const names =
  /\b(?:pass(?:port|eport|aporto)|pasaporte|reisepass|ssn|social security|s[eé]curit[eé] sociale|s[eé]cu|nir|carte (?:nationale )?d['’]identit[eé]|cni|identity card|id card|personalausweis|dni|nie|codice fiscale|steuer-?id|bsn|pesel|cpf|aadhaar|national insurance|nino|nhs|tax id|driving licen[cs]e|driver['’]?s licen[cs]e|permis de conduire|f[uü]hrerschein)(?![\p{L}\d])/giu;
/** Between the name and the number: that it is one, of whom, and that it is so. */
const between =
  /^(?:\s{0,2}(?:numbers?|no\.?|n°|nº|#|num[eé]ro|nummer|n[uú]mero|nr\.?)(?![\p{L}\d]))?(?:\s(?:of|for|de|du|pour|von|del)\s[^\s:,.]{1,20}(?:\s(?!(?:is|was|est|ist|es)\s)[^\s:,.\d]{1,20})?)?\s{0,2}(?:[:=#]|(?:is|was|est|c['’]est|ist|lautet|es|è)\s(?:le\s|the\s)?)?\s{0,2}/iu;
/** Capitals and digits, in groups or not. */
const number = /^[A-Z]{0,6}[ -]?\d(?:[ ./-]?[A-Z\d]){4,18}(?![\w])/;
const told =
  /(?<!\w)([A-Z]{0,6}\d[A-Z\d]{4,14})(?=\s(?:is|est)\s(?:my|her|his|the|mon|son|sa|le)\s(?:\S{1,20}\s){0,3}(?:passport|passeport|ssn|social security|s[eé]cu)\b)/gu;
const least = 5;
const date = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})$/;
/** A French number of social security with its key: sex, year, month, place, order. */
const french = /(?<![\d.,-])[1-478][ .-]?\d{2}[ .-]?\d{2}[ .-]?(?:\d{2}|2[AB])[ .-]?\d{3}[ .-]?\d{3}[ .-]?\d{2}(?![\d.,-]\d|\d)/g;

/** The text without the numbers by which a state knows somebody. */
export function withoutIdentities(text: string): string {
  let clean = '';
  let at = 0;
  for (const { index, 0: name } of text.matchAll(names)) {
    const from = index + name.length;
    const rest = text.slice(from, from + 100);
    const [gap = ''] = between.exec(rest) ?? [];
    const [found = ''] = number.exec(rest.slice(gap.length)) ?? [];
    if (from < at || found.replaceAll(/\D/g, '').length < least || date.test(found)) continue;
    clean += `${text.slice(at, from + gap.length)}…`;
    at = from + gap.length + found.length;
  }
  return (clean + text.slice(at)).replaceAll(told, '…').replaceAll(french, found => (isFrench(found) ? '…' : found));
}

function isFrench(found: string): boolean {
  const bare = found.replaceAll(/[ .-]/g, '');
  // The two halves of Corsica count as places of their own.
  const digits = bare.slice(0, 13).replace('2A', '19').replace('2B', '18');
  return /^\d{13}$/.test(digits) && 97 - Number(BigInt(digits) % 97n) === Number(bare.slice(13));
}
