import type { AgentService } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import { type Locale, visibleText } from '@atelier/kernel';
import type { Action, Draft } from '../contract/index.ts';
import { isTimed } from './time/occurrences.ts';

type Instruction = Extract<Action, { kind: 'instruction' }>;

export interface AccessParts {
  readonly agent: Pick<AgentService, 'foresee'>;
  readonly conversations: Pick<ConversationsService, 'folderOfProject'>;
  /** The rights of an extension that the person installed; undefined for one of Atelier. */
  rightsOf(extension: string): Promise<readonly string[] | undefined>;
}

/** What the tools of a run reach, and what exactly it would be asked about: refused, since nobody is there. */
export async function approvals(
  { agent, conversations, rightsOf }: AccessParts,
  { trigger }: Pick<Draft, 'trigger'>,
  action: Instruction,
  locale: Locale,
): Promise<string[]> {
  const say = texts[locale];
  if (action.where === 'hidden') return [action.reads === true ? say.onlyReads : say.noTools];
  const isFromOutside = !isTimed(trigger);
  const isNew = action.where === 'visible';
  const wanted = (isNew && action.access) || 'secure';
  const accessMode = isFromOutside ? 'secure' : wanted;
  const reach = say.reach[accessMode];
  const told = [...(wanted === accessMode ? [] : [say.narrowed]), reach];
  if (action.tools === 'read') return [...told, say.onlyReading];
  if (action.tools === 'edit') return [...told, say.onlyEditing];
  const folder = action.project === undefined ? undefined : await conversations.folderOfProject(action.project);
  // What an installed extension sets off acts for it, and is given nothing beyond secure access.
  const other = trigger.kind === 'extension' && (await rightsOf(trigger.from)) !== undefined ? trigger.from : undefined;
  const { commands: wished = [] } = isNew ? action : {};
  const commands = other === undefined ? wished : [];
  const foreseen = await agent.foresee({ accessMode, commands, ...(folder !== undefined && { folder }) });
  const asks = foreseen.asks
    .filter(ask => ask !== 'outside')
    .flatMap(ask => (ask in say.asks ? [say.asks[ask as keyof typeof say.asks]] : []));
  const listed = (isMeant: (one: (typeof foreseen.commands)[number]) => boolean) =>
    foreseen.commands.filter(isMeant).map(({ command }) => quoted(command));
  const allowed = listed(({ runs }) => runs);
  const offline = listed(({ lacksNetwork }) => lacksNetwork);
  const refused = listed(({ runs, lacksNetwork }) => !runs && !lacksNetwork);
  return [
    ...told,
    ...(asks.length === 0 ? [] : [say.wouldAsk(asks.join(say.or))]),
    ...(isFromOutside || accessMode === 'open' ? [say.outside] : []),
    ...(other === undefined || wished.length === 0 ? [] : [say.notGiven(other, wished.map(quoted).join(', '))]),
    ...(allowed.length === 0 ? [] : [say.allowed(allowed.join(', '))]),
    ...(offline.length === 0 ? [] : [say.offline(offline.join(', '))]),
    ...(refused.length === 0 ? [] : [say.notAllowed(refused.join(', '))]),
  ];
}

const quoted = (command: string) => `\u2068${visibleText(command, 'code')}\u2069`;

const texts = {
  en: {
    noTools: 'No tools: no files, no commands, no network.',
    onlyReads: 'No commands, no changes to files, no network.',
    reach: {
      secure: 'Secure access without the network: it works in its folder only.',
      open: 'Open access: it reads and writes all of your files.',
    },
    narrowed: 'What sets it off comes from outside, so it runs in secure access, whatever was chosen.',
    onlyReading: 'Only reads: no commands, no changes to files. It would ask nothing.',
    onlyEditing: 'Reads and changes files: no commands. It would ask nothing.',
    wouldAsk: (what: string) => `Would ask before ${what}: refused after two minutes, as nobody is there.`,
    or: ', or ',
    asks: {
      noSandbox: 'each command, because this computer has no sandbox',
      wantsNetwork: 'a command that needs the network',
      destructive: 'a command that may destroy, publish or gain rights',
      unclear: 'a command that is not understood',
      closed: 'a command that names what belongs to Atelier or your keys',
    },
    outside: 'Once it has read text from outside, also before a command that could send something away.',
    allowed: (commands: string) => `Runs without a question: ${commands}.`,
    offline: (commands: string) => `Has no network in secure access, so it fails although you allowed it here: ${commands}.`,
    notGiven: (from: string, commands: string) =>
      `Not given to the run, which acts for ${from}, although you allowed it here: ${commands}.`,
    notAllowed: (commands: string) => `Refused although you allowed it here: ${commands}.`,
  },
  fr: {
    noTools: 'Aucun outil : ni fichiers, ni commandes, ni réseau.',
    onlyReads: 'Aucune commande, aucune modification de fichier, aucun réseau.',
    reach: {
      secure: 'Accès sécurisé sans réseau : elle ne travaille que dans son dossier.',
      open: 'Accès ouvert : elle lit et écrit tous vos fichiers.',
    },
    narrowed: 'Ce qui la déclenche vient de l’extérieur : elle s’exécute en accès sécurisé, quel que soit le choix.',
    onlyReading: 'Lit seulement : aucune commande, aucune modification de fichier. Elle ne demanderait rien.',
    onlyEditing: 'Lit et modifie des fichiers : aucune commande. Elle ne demanderait rien.',
    wouldAsk: (what: string) => `Demanderait votre accord avant ${what} : refusé au bout de deux minutes, puisque personne n’est là.`,
    or: ', ou ',
    asks: {
      noSandbox: 'chaque commande, car cet ordinateur n’a pas de bac à sable',
      wantsNetwork: 'une commande qui a besoin du réseau',
      destructive: 'une commande qui peut détruire, publier ou prendre d’autres droits',
      unclear: 'une commande qui n’est pas comprise',
      closed: 'une commande qui nomme ce qui appartient à Atelier ou vos clés',
    },
    outside: 'Une fois qu’elle a lu un texte de l’extérieur, aussi avant une commande qui pourrait envoyer quelque chose.',
    allowed: (commands: string) => `S’exécute sans question : ${commands}.`,
    offline: (commands: string) => `N’a pas le réseau en accès sécurisé et échoue donc, bien que vous l’ayez autorisé ici : ${commands}.`,
    notGiven: (from: string, commands: string) =>
      `Non donné à l’exécution, qui agit pour ${from}, bien que vous l’ayez autorisé ici : ${commands}.`,
    notAllowed: (commands: string) => `Refusé bien que vous l’ayez autorisé ici : ${commands}.`,
  },
} as const;
