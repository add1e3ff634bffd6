import type { AppError } from '@atelier/kernel';
import { bytesText, type Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { type FolderUsage, SettingsChannel } from '../../contract/index.ts';
import type { texts } from '../texts.ts';

type FolderName = 'profile' | 'sessions' | 'logs' | 'backups';

/** A row with a folder's path and size, and a button to open it. */
export function folderRow(
  text: Texts<(typeof texts)['en']>,
  title: string,
  { folder, files, bytes }: FolderUsage,
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

export function openFolder(view: ViewHost, place: FolderName): Promise<null> {
  return view.connect(SettingsChannel).call('openPlace', { place });
}
