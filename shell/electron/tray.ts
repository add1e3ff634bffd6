import type { ElectronLike, TrayLike } from './electron-like.ts';
import { type Language, text } from './texts.ts';

export interface TrayActions {
  open(): void;
  newConversation(): void;
  quit(): void;
  /** A switch was turned. */
  set(change: { readonly startAtLogin: boolean } | { readonly startMinimised: boolean }): void;
}

export interface TrayState {
  readonly language: Language;
  readonly startAtLogin: boolean;
  readonly startMinimised: boolean;
}

/** The tray icon with its menu, also while no window is open. */
export class TrayIcon {
  readonly #electron: ElectronLike;
  readonly #actions: TrayActions;
  readonly #tray: TrayLike;

  constructor(electron: ElectronLike, icon: string, actions: TrayActions) {
    this.#electron = electron;
    this.#actions = actions;
    this.#tray = new electron.Tray(icon);
    this.#tray.setToolTip('Atelier');
    this.#tray.on('click', () => actions.open());
  }

  /** Linux does not update a menu that was set, so it is set again at every change. */
  show({ language, startAtLogin, startMinimised }: TrayState): void {
    const { open, newConversation, set, quit } = this.#actions;
    this.#tray.setContextMenu(
      this.#electron.Menu.buildFromTemplate([
        { label: text('open', language), click: open },
        { label: text('newConversation', language), click: newConversation },
        { type: 'separator' },
        {
          label: text('startAtLogin', language),
          type: 'checkbox',
          checked: startAtLogin,
          click: () => set({ startAtLogin: !startAtLogin }),
        },
        {
          label: text('startMinimised', language),
          type: 'checkbox',
          checked: startMinimised,
          click: () => set({ startMinimised: !startMinimised }),
        },
        { type: 'separator' },
        { label: text('quit', language), click: quit },
      ]),
    );
  }
}
