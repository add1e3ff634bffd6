import { type AgentService, type GitService, rights } from '@atelier/agent/contract';
import type { ConversationsService } from '@atelier/conversations/contract';
import type { AppError, Contributions, Locale } from '@atelier/kernel';
import type { ProvidersService } from '@atelier/providers/contract';
import type { Action, Draft, Need, Place, Preflight } from '../contract/index.ts';
import { extensionTests } from './events/conditions.ts';
import { type Command, type Offers, usedOffers } from './offers.ts';
import { approvals } from './preflight-access.ts';
import { eventNeeds } from './preflight-event.ts';
import { realFolder } from './runs/file-delivery.ts';
import { isTimed } from './time/occurrences.ts';
import { givenOf } from './words/given.ts';

export interface PreflightParts {
  readonly agent: Pick<AgentService, 'state' | 'foresee'>;
  readonly conversations: Pick<ConversationsService, 'describe' | 'folderOfProject' | 'projects'>;
  readonly providers: Pick<ProvidersService, 'listModels' | 'defaultModel'>;
  readonly offers: Offers;
  /** Every command of every extension. */
  readonly commands: Pick<Contributions<Command>, 'items'>;
  /** Those that the person chose for results. */
  folders(): readonly string[];
  /** The threads of channels that a result may go into. */
  places(): Promise<readonly Place[]>;
  readonly git: Pick<GitService, 'status'>;
  /** Whether rules run while Atelier is closed; undefined where that cannot be chosen. */
  whileClosed(): Promise<boolean | undefined>;
  /** Why no webhook is heard. */
  webhookProblem(): AppError | undefined;
  /** The rights that an extension which the person installed was granted; undefined for one of Atelier. */
  rightsOf(extension: string): Promise<readonly string[] | undefined>;
}

type Instruction = Extract<Action, { kind: 'instruction' }>;

/** What a run will need and will not be allowed. No run ever waits for a person who is not there, so it is said before. */
export async function preflight(parts: PreflightParts, draft: Draft, locale: Locale): Promise<Preflight> {
  const say = texts[locale];
  const { action, to } = draft;
  const whileClosed = isTimed(draft.trigger) ? await parts.whileClosed() : undefined;
  const deaf = parts.webhookProblem();
  const needs: Need[] = [
    ...(draft.trigger.kind === 'webhook'
      ? [{ what: 'webhook' as const, has: deaf === undefined, text: deaf?.in(locale) ?? say.webhook }]
      : []),
    ...(action.kind === 'instruction' ? await instructionNeeds(parts, action, locale) : []),
    ...(action.kind === 'command' ? [commandNeed(parts, action.command, locale)] : []),
    ...usedOffers(draft, parts.offers).map(({ from, id, isOffered }) => ({
      what: 'extension' as const,
      has: isOffered,
      text: say.extension(from, id),
    })),
    ...givenNeeds(action, locale),
    ...eventNeeds(draft, parts.offers, locale),
    ...(await actingNeeds(parts, draft, locale)),
    ...(action.kind === 'notify' || draft.deliver !== 'never'
      ? [{ what: 'notifications' as const, has: true, text: to === undefined ? say.notifications : say.failures }]
      : []),
    ...(to === undefined || draft.deliver === 'never' || draft.deliver === 'failure' ? [] : [await placeNeed(parts, to, locale)]),
  ];
  const refused = [
    ...(action.kind === 'instruction' ? await approvals(parts, draft, action, locale) : []),
    ...(whileClosed === true ? [] : [isTimed(draft.trigger) ? say.closedTimed : say.closed]),
  ];
  if (whileClosed === true) needs.push({ what: 'closed', has: true, text: say.openTimed });
  return { ready: needs.every(need => need.has), needs, refused, ...(whileClosed !== undefined && { whileClosed }) };
}

/** Whether there is such a command, and it runs without a window. */
function commandNeed({ commands }: PreflightParts, command: string, locale: Locale): Need {
  const say = texts[locale];
  const found = commands.items.find(({ value }) => value.id === command)?.value;
  const has = found !== undefined && found.runs !== 'window';
  const text = has ? say.command(command) : found === undefined ? say.noCommand(command) : say.windowCommand(command);
  return { what: 'command', has, text };
}

/** What the command or the extension is handed is part of what is agreed to. */
function givenNeeds(action: Action, locale: Locale): Need[] {
  const { lines } = givenOf(action);
  const text = texts[locale].given(lines.map(line => `\u2068${line}\u2069`).join(', '));
  return lines.length === 0 ? [] : [{ what: action.kind === 'command' ? 'command' : 'extension', has: true, text }];
}

/** What an installed extension's event sets off acts for that extension, also where a person saved the rule. */
async function actingNeeds(parts: PreflightParts, draft: Draft, locale: Locale): Promise<Need[]> {
  const { trigger, action } = draft;
  if (trigger.kind !== 'extension') return [];
  const held = await parts.rightsOf(trigger.from);
  if (held === undefined) return [];
  const say = texts[locale];
  const lack = (text: string): Need => ({ what: 'extension', has: false, text });
  const hasWorktree = action.kind === 'instruction' && action.where === 'visible' && action.worktree === true;
  const runsCommands = hasWorktree || action.kind === 'command' || action.kind === 'extension' || extensionTests(draft).length > 0;
  const needed = [rights.write, rights.spend, ...(isContinued(action) ? [rights.read] : [])];
  return [
    ...(draft.to?.kind === 'message' || draft.to?.kind === 'channel' ? [lack(say.actsNoMessage(trigger.from))] : []),
    ...(runsCommands ? [lack(say.actsNoCommands(trigger.from))] : []),
    ...(action.kind !== 'instruction'
      ? []
      : action.where === 'hidden'
        ? [lack(say.actsNotHidden(trigger.from))]
        : needed.every(right => held.includes(right))
          ? []
          : [lack(say.actsNotInConversations(trigger.from))]),
  ];
}

const isContinued = (action: Action): boolean => action.kind === 'instruction' && action.where === 'continued';

async function placeNeed(parts: PreflightParts, to: NonNullable<Draft['to']>, locale: Locale): Promise<Need> {
  if (to.kind === 'file') return await folderNeed(parts, to.folder, locale);
  if (to.kind === 'message') return await messageNeed(parts, to.conversation, locale);
  const found = await placeOf(parts, { to });
  const text = found === undefined ? texts[locale].noThread : texts[locale].sends(found.name, found.title);
  return { what: 'channel', has: found !== undefined, text };
}

/** The thread of a channel that a result goes into; undefined for one that is gone. */
async function placeOf({ places }: Pick<PreflightParts, 'places'>, { to }: Pick<Draft, 'to'>): Promise<Place | undefined> {
  if (to?.kind !== 'channel') return undefined;
  return (await places()).find(({ channel, thread }) => channel === to.channel && thread === to.thread);
}

async function folderNeed({ folders }: PreflightParts, folder: string, locale: Locale): Promise<Need> {
  const has = folders().includes(folder) && (await realFolder(folder)) === folder;
  return { what: 'folder', has, text: has ? texts[locale].folder(folder) : texts[locale].noFolder(folder) };
}

async function messageNeed({ conversations }: PreflightParts, conversation: string, locale: Locale): Promise<Need> {
  const found = await conversations.describe(conversation).catch(() => undefined);
  const text = found === undefined ? texts[locale].noPlace : texts[locale].place(found.row.title);
  return { what: 'conversation', has: found !== undefined, text };
}

async function instructionNeeds(parts: PreflightParts, action: Instruction, locale: Locale): Promise<Need[]> {
  const say = texts[locale];
  const { project, conversation, where, reads, worktree } = action;
  const continued = where === 'continued' && conversation !== undefined ? await continuedIn(parts, conversation) : undefined;
  // A conversation that a rule goes on in keeps its own.
  const model = where === 'continued' ? continued?.state.model : action.model;
  const name = model ?? (await parts.providers.defaultModel());
  const known = (await parts.providers.listModels()).find(({ id }) => id === name);
  const text = name === undefined ? say.anyModel : say.model(known?.name ?? name);
  const needs: Need[] = [{ what: 'model', has: known?.available === true, text }];
  if (project !== undefined) {
    const folder = await parts.conversations.folderOfProject(project);
    const has = folder !== undefined && (await realFolder(folder)) !== undefined;
    const text = folder === undefined ? say.noProject : has ? say.project(folder) : say.projectGone(folder);
    needs.push({ what: 'project', has, text });
  }
  if (where === 'visible' && worktree === true) {
    const folder = project === undefined ? undefined : await parts.conversations.folderOfProject(project);
    const has = folder !== undefined && (await parts.git.status(folder)) !== undefined;
    needs.push({ what: 'worktree', has, text: has ? say.worktree : say.noWorktree });
  }
  if (where === 'hidden' && reads === true) needs.push({ what: 'tools', has: true, text: say.reads });
  if (where === 'continued') {
    const text = continued === undefined ? say.noConversation : say.conversation(continued.title);
    needs.push({ what: 'conversation', has: continued !== undefined, text });
    const isClosed = continued?.state.accessMode === 'secure' && !continued.state.network;
    if (continued !== undefined) needs.push({ what: 'open', has: isClosed, text: say.secure });
  }
  return needs;
}

/** The conversation that a rule goes on in, as it is now; undefined for one that is gone. */
async function continuedIn({ conversations, agent }: PreflightParts, conversation: string) {
  const found = await conversations.describe(conversation).catch(() => undefined);
  return found && { title: found.row.title, state: await agent.state(found.row.id) };
}

const texts = {
  en: {
    model: (name: string) => `Uses the model ${name}.`,
    anyModel: 'Uses a model, and none is set up.',
    project: (folder: string) => `Works in ${folder}.`,
    noProject: 'Works in a project that there is not any more.',
    projectGone: (folder: string) => `Works in ${folder}, which is gone.`,
    worktree:
      'Has a worktree of its own for each run, with a copy of the project’s .env files, ports of its own and the project’s set-up; if that fails, nothing is sent.',
    noWorktree: 'Has a worktree of its own, for which it needs a project with git.',
    reads: 'Reads files of its folder.',
    conversation: (title: string) => `Goes on in ${title}.`,
    noConversation: 'Goes on in a conversation that there is not any more.',
    secure: 'The conversation must have secure access and no network.',
    command: (command: string) => `Runs the command ${command}.`,
    noCommand: (command: string) =>
      `Runs the command ${command}, which no extension has: it will fail. A command of a shell, such as npm test, runs in an instruction to a model.`,
    windowCommand: (command: string) => `Runs the command ${command}, which runs only in a window: it will fail.`,
    extension: (from: string, id: string) => `Uses ${id} of ${from}.`,
    given: (lines: string) => `Gives it ${lines}.`,
    notifications: 'Notifies you.',
    failures: 'Notifies you of a failure.',
    folder: (folder: string) => `Writes its result into ${folder}.`,
    noFolder: (folder: string) => `Writes its result into ${folder}, which is gone or was not chosen.`,
    webhook: 'Listens on this computer only, for calls that have its secret.',
    place: (title: string) => `Leaves its result in ${title}.`,
    noPlace: 'Leaves its result in a conversation that there is not any more.',
    sends: (name: string, title: string) => `Sends its result to ${name} through ${title}.`,
    noThread: 'Sends its result into a thread of a channel that there is not any more, or whose writer was removed.',
    actsNoMessage: (from: string) =>
      `What it sets off acts for ${from}, which may not leave results in conversations or channels: it will fail.`,
    actsNoCommands: (from: string) => `What it sets off acts for ${from}, which may not run commands: it will fail.`,
    actsNotHidden: (from: string) =>
      `What it sets off acts for ${from}, which may not use a hidden conversation: it will fail. Let it run in a new conversation.`,
    actsNotInConversations: (from: string) =>
      `What it sets off acts for ${from}, which you have not allowed to write into conversations and to use models: it will fail. Change its rights in Extensions.`,
    closedTimed: 'Nothing runs while Atelier is closed; what was due then counts as missed.',
    openTimed: 'Runs while Atelier is closed too: the system starts it without a window.',
    closed: 'Nothing runs while Atelier is closed.',
  },
  fr: {
    model: (name: string) => `Utilise le modèle ${name}.`,
    anyModel: 'Utilise un modèle, et aucun n’est configuré.',
    project: (folder: string) => `Travaille dans ${folder}.`,
    noProject: 'Travaille dans un projet qui n’existe plus.',
    projectGone: (folder: string) => `Travaille dans ${folder}, qui n’existe plus.`,
    worktree:
      'A un arbre de travail à elle à chaque exécution, avec une copie des fichiers .env du projet, ses propres ports et la préparation du projet ; si celle-ci échoue, rien n’est envoyé.',
    noWorktree: 'A un arbre de travail à elle, pour lequel il lui faut un projet sous git.',
    reads: 'Lit les fichiers de son dossier.',
    conversation: (title: string) => `Poursuit ${title}.`,
    noConversation: 'Poursuit une conversation qui n’existe plus.',
    secure: 'La conversation doit avoir l’accès sécurisé, sans réseau.',
    command: (command: string) => `Exécute la commande ${command}.`,
    noCommand: (command: string) =>
      `Exécute la commande ${command}, qu’aucune extension n’a : ce sera un échec. Une commande de shell, comme npm test, s’exécute dans une consigne donnée à un modèle.`,
    windowCommand: (command: string) => `Exécute la commande ${command}, qui ne s’exécute que dans une fenêtre : ce sera un échec.`,
    extension: (from: string, id: string) => `Utilise ${id} de ${from}.`,
    given: (lines: string) => `Lui donne ${lines}.`,
    notifications: 'Vous prévient.',
    failures: 'Vous prévient en cas d’échec.',
    folder: (folder: string) => `Écrit son résultat dans ${folder}.`,
    noFolder: (folder: string) => `Écrit son résultat dans ${folder}, qui n’existe plus ou n’a pas été choisi.`,
    webhook: 'Écoute sur cet ordinateur seulement les appels qui portent son secret.',
    place: (title: string) => `Laisse son résultat dans ${title}.`,
    noPlace: 'Laisse son résultat dans une conversation qui n’existe plus.',
    sends: (name: string, title: string) => `Envoie son résultat à ${name} par ${title}.`,
    noThread: 'Envoie son résultat dans un fil d’un canal qui n’existe plus, ou dont l’auteur a été retiré.',
    actsNoMessage: (from: string) =>
      `Ce qui est déclenché agit pour ${from}, qui ne peut pas laisser de résultats dans les conversations ou les canaux : ce sera un échec.`,
    actsNoCommands: (from: string) => `Ce qui est déclenché agit pour ${from}, qui ne peut pas exécuter de commandes : ce sera un échec.`,
    actsNotHidden: (from: string) =>
      `Ce qui est déclenché agit pour ${from}, qui ne peut pas utiliser de conversation cachée : ce sera un échec. Choisissez une nouvelle conversation.`,
    actsNotInConversations: (from: string) =>
      `Ce qui est déclenché agit pour ${from}, à qui vous n’avez pas permis d’écrire dans les conversations ni d’utiliser des modèles : ce sera un échec. Changez ses droits dans Extensions.`,
    closedTimed: 'Rien ne s’exécute quand Atelier est fermé ; ce qui était prévu alors compte comme manqué.',
    openTimed: 'S’exécute aussi quand Atelier est fermé : le système le démarre sans fenêtre.',
    closed: 'Rien ne s’exécute quand Atelier est fermé.',
  },
} as const;
