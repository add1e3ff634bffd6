import { bytesText, dateText, relativeTimeText, type Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { Attestation, Details, Installed, Signature } from '../../contract/index.ts';
import { isRunning, type ListedExtension } from '../listed.ts';
import type { texts, Word } from '../texts.ts';

type Text = Texts<(typeof texts)['fr']>;

/** The table of where an extension came from, what it contains, and how it is isolated. */
export function provenanceOf(
  text: Text,
  details: Details | undefined,
  installed: Installed | undefined,
  extension: ListedExtension | undefined,
) {
  const { locale } = text;
  const url = installed?.registryUrl ?? details?.registryUrl;
  const [integrity, bytes, files] = [
    installed?.integrity ?? details?.integrity,
    installed?.bytes ?? details?.bytes,
    installed?.files ?? details?.files,
  ];
  const packages = installed?.packages.length ?? 0;
  const size = bytes === undefined || files === undefined ? undefined : text.count('contentsOf', files, { size: bytesText(locale, bytes) });
  const isOurs = extension?.bundled === true;
  const isolation = extension && (isRunning(extension) || isOurs) ? text.of(`isolation.${extension.isolation}` as Word) : undefined;
  const rows: [Word, string | undefined, string?][] = [
    ['registry', url === undefined ? undefined : new URL(url).host],
    ['publisher', installed?.publisher ?? details?.publisher],
    ['published', details?.date === undefined ? undefined : dateText(locale, Date.parse(details.date))],
    ['source', details?.repository?.replace(/^git\+|\.git$/g, ''), 'mono cut'],
    ['signature', details?.signature === undefined || isOurs ? undefined : text.of(signatureWord(details.signature))],
    ['build', details === undefined || isOurs ? undefined : buildText(text, details.attestation)],
    ['integrity', integrity, 'mono cut'],
    ['contents', size && size + (packages > 0 ? text.count('packagesOf', packages) : '')],
    ['license', details?.license],
    ['scripts', isOurs ? undefined : text.of('scriptsNone')],
    ['isolation', isolation],
  ];
  const shown = rows.filter(([, value]) => value !== undefined && value !== '');
  return html`<dl>${shown.map(([name, value, style]) => html`<dt>${text.of(name)}</dt><dd class=${style ?? ''} title=${style === undefined ? nothing : value}>${value}</dd>`)}</dl>`;
}

/** The key of the text for the signature's state. */
export function signatureWord({ state, key }: Signature): Word {
  return state === 'verified' ? `signature.verified.${key ?? 'registry'}` : `signature.${state}`;
}

/** The text about where a version was built, and whether that is verified. */
export function buildText(text: Text, { state, why, repository, commit }: Attestation): string {
  if (state === 'verified') return text.of('build.verified', { repository: plainAddress(repository), commit: commit?.slice(0, 12) ?? '' });
  return text.of(state === 'claimed' ? (`build.claimed.${why ?? 'not-checked'}` as Word) : `build.${state}`);
}

function plainAddress(address = ''): string {
  return address.replace(/^https:\/\//, '');
}

/** How long ago a version was published; empty if unknown. */
export function ageOf(text: Text, date: string | undefined): string {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isFinite(time) ? relativeTimeText(text.locale, time) : '';
}
