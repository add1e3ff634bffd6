import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Locale } from '../format.ts';

const fr = {
  cancel: 'Annuler',
  clear: 'Effacer',
  close: 'Fermer',
  decrease: 'Réduire',
  increase: 'Agrandir',
  loading: 'Chargement',
  more: 'Plus',
  notifications: 'Notifications',
  optional: 'facultatif',
  remove: 'Retirer',
  resize: 'Redimensionner',
  search: 'Rechercher',
  undo: 'Annuler',
  changes: 'Modifications',
  added: 'Ajouté',
  removed: 'Supprimé',
  content: 'Contenu',
  needs: 'Attend votre décision',
  running: 'En cours',
  queued: 'En file',
  unread: 'Non lu',
  failed: 'En échec',
  done: 'Terminé',
  fillIn: 'Remplissez ce champ.',
  notValid: 'Cette valeur ne convient pas ici.',
  skipped: 'Ignoré',
  late: 'En retard',
  off: 'Arrêté',
  keyShift: 'Maj',
  keyEscape: 'Échap',
  keyDelete: 'Suppr',
  keySpace: 'Espace',
};

/** The kit's own texts. */
export type KitText = typeof fr;

const en: KitText = {
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  decrease: 'Make smaller',
  increase: 'Make larger',
  loading: 'Loading',
  more: 'More',
  notifications: 'Notifications',
  optional: 'optional',
  remove: 'Remove',
  resize: 'Resize',
  search: 'Search',
  undo: 'Undo',
  changes: 'Changes',
  added: 'Added',
  removed: 'Removed',
  content: 'Content',
  needs: 'Needs you',
  running: 'Running',
  queued: 'Queued',
  unread: 'Unread',
  failed: 'Failed',
  done: 'Done',
  fillIn: 'Fill this in.',
  notValid: 'This value does not fit here.',
  skipped: 'Skipped',
  late: 'Late',
  off: 'Off',
  keyShift: 'Shift',
  keyEscape: 'Esc',
  keyDelete: 'Del',
  keySpace: 'Space',
};

const tables: Record<Locale, KitText> = { fr, en };
const hosts = new Set<ReactiveControllerHost>();
let watching = false;

/** The kit's own texts in the document's language; the element renders again when that changes. */
export class KitTexts implements ReactiveController {
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get locale(): Locale {
    return document.documentElement.lang.startsWith('en') ? 'en' : 'fr';
  }

  get text(): KitText {
    return tables[this.locale];
  }

  hostConnected(): void {
    hosts.add(this.#host);
    if (watching) return;
    watching = true;
    const renderAll = () => {
      for (const host of hosts) host.requestUpdate();
    };
    new MutationObserver(renderAll).observe(document.documentElement, { attributeFilter: ['lang'] });
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
  }
}
