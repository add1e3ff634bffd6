import type { Locale } from '@atelier/kernel';
import type { AuthoredExtension } from '@atelier/kernel/authoring';

/** One permission that an extension requests, as the person reads it before installing. */
export interface Permission {
  readonly right: string;
  readonly says: string;
}

type Say = (...values: readonly string[]) => string;
type PermissionTexts = Readonly<Record<string, Say>>;

const texts: Readonly<Record<Locale, PermissionTexts>> = {
  en: {
    net: host => `Talks to ${host} over the network.`,
    read: (glob, where) => `Reads files that match ${glob} in ${where}.`,
    write: (glob, where) => `Reads and changes files that match ${glob} in ${where}.`,
    project: () => 'the projects of the person',
    data: () => 'its own folder',
    secret: name => `Keeps a secret called “${name}” that you give it.`,
    tool: name => `Gives the model a tool called ${name}.`,
    server: name => `Runs its server ${name} while it is on.`,
    replaces: view => `Offers to stand in for the view ${view}. You decide, and can go back.`,
    uses: right => `Uses the right ${right}, which that extension defines.`,
    notify: () => 'Shows notifications of the desktop.',
    background: () => 'Goes on working while nothing of it is on screen.',
    storage: megabytes => `Keeps up to ${megabytes} MB on this computer.`,
    requires: (id, range) => `Uses ${id} (${range}), and cannot run without it.`,
    optional: (id, range) => `Uses ${id} (${range}) where it is there.`,
    nothing: () => 'Asks for nothing: no network, no files, no secrets.',
  },
  fr: {
    net: host => `Communique avec ${host} par le réseau.`,
    read: (glob, where) => `Lit les fichiers ${glob} dans ${where}.`,
    write: (glob, where) => `Lit et modifie les fichiers ${glob} dans ${where}.`,
    project: () => 'les projets de la personne',
    data: () => 'son propre dossier',
    secret: name => `Garde un secret nommé « ${name} » que vous lui donnez.`,
    tool: name => `Donne au modèle un outil nommé ${name}.`,
    server: name => `Fait tourner son serveur ${name} tant qu’elle est active.`,
    replaces: view => `Propose de remplacer la vue ${view}. Vous décidez, et pouvez revenir en arrière.`,
    uses: right => `Utilise le droit ${right}, que cette extension définit.`,
    notify: () => 'Affiche des notifications du bureau.',
    background: () => 'Continue à travailler quand rien d’elle n’est à l’écran.',
    storage: megabytes => `Garde jusqu’à ${megabytes} Mo sur cet ordinateur.`,
    requires: (id, range) => `Utilise ${id} (${range}), et ne peut pas s’en passer.`,
    optional: (id, range) => `Utilise ${id} (${range}) si elle est là.`,
    nothing: () => 'Ne demande rien : ni réseau, ni fichiers, ni secrets.',
  },
};

/** All permissions that an extension requests, as sentences. */
export function permissionsOf({ atelier }: AuthoredExtension, locale: Locale): readonly Permission[] {
  const say = (name: string, ...values: readonly string[]): string => texts[locale][name]?.(...values) ?? name;
  const { rights = {} } = atelier;
  const permissions: Permission[] = [
    ...(rights.net ?? []).map(host => ({ right: 'net', says: say('net', host) })),
    ...(rights.files ?? []).map(({ glob, mode, in: folder }) => ({ right: 'files', says: say(mode, glob, say(folder)) })),
    ...(rights.secrets ?? []).map(name => ({ right: 'secrets', says: say('secret', name) })),
    ...(rights.tools ?? []).map(name => ({ right: 'tools', says: say('tool', name) })),
    ...(rights.servers ?? []).map(name => ({ right: 'servers', says: say('server', name) })),
    ...(rights.replaces ?? []).map(view => ({ right: 'replaces', says: say('replaces', view) })),
    ...(rights.uses ?? []).map(right => ({ right: 'uses', says: say('uses', right) })),
    ...(rights.notify === true ? [{ right: 'notify', says: say('notify') }] : []),
    ...(rights.background === true ? [{ right: 'background', says: say('background') }] : []),
    ...(rights.storage === undefined ? [] : [{ right: 'storage', says: say('storage', String(rights.storage)) }]),
    ...Object.entries(atelier.requires ?? {}).map(([id, range]) => ({ right: 'requires', says: say('requires', id, String(range)) })),
    ...Object.entries(atelier.optional ?? {}).map(([id, range]) => ({ right: 'optional', says: say('optional', id, String(range)) })),
  ];
  return permissions.length === 0 ? [{ right: 'nothing', says: say('nothing') }] : permissions;
}
