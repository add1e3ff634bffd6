/** The shell's own texts; the pages have theirs. */
export type Language = 'fr' | 'en';

const texts = {
  open: { fr: 'Ouvrir Atelier', en: 'Open Atelier' },
  newConversation: { fr: 'Nouvelle conversation', en: 'New conversation' },
  startAtLogin: { fr: 'Démarrer à l’ouverture de session', en: 'Start at login' },
  startMinimised: { fr: 'Démarrer réduit', en: 'Start minimised' },
  quit: { fr: 'Quitter', en: 'Quit' },
  restore: { fr: 'Restaurer mes données', en: 'Restore my data' },
  again: { fr: 'Réessayer', en: 'Try again' },
  restored: {
    fr: 'Vos données sont restaurées telles qu’Atelier {version} les a laissées. Installez de nouveau cette version, puis ouvrez-la.',
    en: 'Your data are restored to what Atelier {version} left. Install that version again, then open it.',
  },
  endAndStart: { fr: 'L’arrêter et démarrer', en: 'End it and start' },
  leave: { fr: 'Ne rien faire', en: 'Leave it' },
  stopped: { fr: 'Atelier s’est arrêté', en: 'Atelier has stopped' },
} satisfies Record<string, Record<Language, string>>;

export type TextName = keyof typeof texts;

/** One text of the shell in the person's language. */
export function text(name: TextName, language: Language): string {
  return texts[name][language];
}

/** French unless the system's language is English, as in the pages. */
export function languageOf(system: readonly string[]): Language {
  return system[0]?.toLowerCase().startsWith('en') === true ? 'en' : 'fr';
}
