import type { AppError } from '@atelier/kernel';
import { bytesText, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { type Place, SettingsChannel } from '../../contract/index.ts';
import type { texts } from '../texts.ts';

type PlaceName = 'profile' | 'sessions' | 'logs' | 'backups';

/** A folder: where it is, how much is in it, and the way to it. */
export function placeRow(
  text: Texts<(typeof texts)['en']>,
  title: string,
  { folder, files, bytes }: Place,
  open: () => void,
  problem: AppError | undefined,
) {
  const size = `${text.count('files', files)} · ${bytesText(text.locale, bytes)}`;
  return html`
    <div class="row">
      <div class="words">
        <div class="title">${title}</div>
        <div class="about path">${folder}</div>
        <div class="about">${size}</div>
        ${problem === undefined ? nothing : html`<ui-alert kind="warn">${problem.in(text.locale)}</ui-alert>`}
      </div>
      <ui-button kind="line" icon="folder-open" @click=${open}>${text.of('openFolder')}</ui-button>
    </div>
  `;
}

export function openPlace(view: ViewHost, place: PlaceName): Promise<null> {
  return view.connect(SettingsChannel).call('openPlace', { place });
}
