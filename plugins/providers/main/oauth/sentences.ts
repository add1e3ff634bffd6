import type { AppError, Locale } from '@atelier/kernel';
import { errors } from '../errors.ts';
import type { Why } from '../files/json-text.ts';
import { HttpFailure } from '../http/failure.ts';
import { nameOf } from '../presets.ts';
import type { Heard } from './lines.ts';

const prompts: Readonly<Record<string, Why>> = {
  code: {
    en: 'Finish in the browser. If it does not come back by itself, paste the code or the whole address it shows.',
    fr: 'Terminez dans le navigateur. S’il ne revient pas de lui-même, collez le code ou l’adresse entière qu’il affiche.',
  },
  select: { en: 'Choose how to sign in.', fr: 'Choisissez comment vous connecter.' },
};

/** The text above the input field for the person's answer. */
export function promptText(prompt: Extract<Heard, { kind: 'prompt' }>, locale: Locale): string {
  return prompts[prompt.what]?.[locale] ?? prompt.text;
}

export function progressText(progress: Extract<Heard, { kind: 'progress' }>, locale: Locale): string {
  if (progress.what !== 'port-busy') return working[locale];
  return {
    en: `Another program uses port ${progress.text}, so the browser cannot come back by itself: paste the address it ends on.`,
    fr: `Un autre programme utilise le port ${progress.text} ; le navigateur ne pourra pas revenir de lui-même : collez l’adresse sur laquelle il s’arrête.`,
  }[locale];
}

const working: Why = { en: 'Finishing the sign-in…', fr: 'Finalisation de la connexion…' };

/** The error for a failure of the engine's sign-in, without any text of a server. */
export function failureError(provider: string, { reason, status, cause, from, to }: Extract<Heard, { kind: 'error' }>): AppError {
  if (reason === 'cancelled') return errors['providers/sign-in-cancelled'](named(provider));
  const failed = (en: string, fr: string): AppError => errors['providers/sign-in-failed']({ ...named(provider), why: { en, fr } });
  if (reason === 'state')
    return failed('what was pasted belongs to another sign-in', 'ce qui a été collé appartient à une autre connexion');
  if (reason === 'incomplete')
    return failed(
      'what was pasted is not the whole code or address, so nobody can tell to which sign-in it belongs',
      'ce qui a été collé n’est pas le code ou l’adresse en entier : rien ne dit à quelle connexion cela appartient',
    );
  if (reason === 'redirect')
    return failed(
      `${from} redirects to another host, ${to}, where nothing was sent`,
      `${from} redirige vers un autre hôte, ${to}, où rien n’a été envoyé`,
    );
  if (reason === 'refused' && status !== undefined)
    return failed(`its server refused (HTTP ${status})`, `son serveur a refusé (HTTP ${status})`);
  if (reason === 'refused') return failed('its server refused or the code has expired', 'son serveur a refusé ou le code a expiré');
  if (reason === 'network')
    return errors['providers/sign-in-failed']({ ...named(provider), why: new HttpFailure('network', cause ?? 'unknown').why });
  return failed('the answer could not be used', 'la réponse est inutilisable');
}

/** The provider of an error: the name for the person, the id for code that handles the error. */
export function named(provider: string): { readonly id: string; readonly name: string } {
  return { id: provider, name: nameOf(provider) ?? provider };
}
