import { defineErrors } from '@atelier/kernel';

/** What can go wrong when a command, a hook, a channel or a service is used. */
export const runtimeErrors = defineErrors({
  'command/unknown': {
    en: 'There is no command "{command}". Check the name, or install the extension that brings it.',
    fr: 'Il n’y a pas de commande « {command} ». Vérifiez le nom ou installez l’extension qui l’apporte.',
  },
  'command/runs-in-window': {
    en: '{command} was not run: {owner} runs it in a window, and this was asked outside of one. Call it from a view, or ask {owner} by its channel.',
    fr: '{command} n’a pas été exécutée : {owner} l’exécute dans une fenêtre, et elle a été demandée hors de toute fenêtre. Appelez-la depuis une vue ou passez par le canal de {owner}.',
  },
  'command/not-handled': {
    en: '{id} contributes the command "{command}" but does not handle it. Its activate must call ctx.handle("{command}", …).',
    fr: '{id} contribue la commande « {command} » mais ne la traite pas. Son activate doit appeler ctx.handle("{command}", …).',
  },
  'command/handled-twice': {
    en: '{id} handles the command "{command}" twice. Call ctx.handle for it once.',
    fr: '{id} traite la commande « {command} » deux fois. N’appelez ctx.handle qu’une fois pour elle.',
  },
  'command/invalid-arguments': {
    en: 'The command "{command}" was called with arguments that do not fit. {violations} Correct them and call it again.',
    fr: 'La commande « {command} » a été appelée avec des arguments inadaptés. {violations} Corrigez-les et rappelez-la.',
  },
  'hook/tap-failed': {
    en: '{id} failed in hook {hook}: {reason} The others went on; see the log of {id}.',
    fr: '{id} a échoué dans le point d’accroche {hook} : {reason} Les autres ont continué ; consultez le journal de {id}.',
  },
  'hook/tap-timeout': {
    en: '{id} did not answer in hook {hook} within {seconds} s and was passed over. See the log of {id}.',
    fr: '{id} n’a pas répondu dans le point d’accroche {hook} en {seconds} s et a été ignorée. Consultez le journal de {id}.',
  },
  'channel/unknown': {
    en: 'There is no channel "{channel}". Check the name, or install the extension that serves it.',
    fr: 'Il n’y a pas de canal « {channel} ». Vérifiez le nom ou installez l’extension qui le sert.',
  },
  'channel/unknown-member': {
    en: 'The channel "{channel}" has no {kind} "{member}"; it has {known}. Use one of those, or update {owner}.',
    fr: 'Le canal « {channel} » n’a pas de {kind} « {member} » ; il a {known}. Employez l’un d’eux ou mettez {owner} à jour.',
  },
  'channel/not-served': {
    en: '{owner} lists the channel "{channel}" but does not serve it. Its activate must call ctx.serve for it.',
    fr: '{owner} déclare le canal « {channel} » mais ne le sert pas. Son activate doit appeler ctx.serve pour lui.',
  },
  'channel/served-twice': {
    en: '{owner} serves the channel "{channel}" twice. Call ctx.serve for it once.',
    fr: '{owner} sert le canal « {channel} » deux fois. N’appelez ctx.serve qu’une fois pour lui.',
  },
  'channel/invalid-params': {
    en: '{to} was called with params that do not fit. {violations} Correct the call; nothing was done.',
    fr: '{to} a été appelé avec des paramètres inadaptés. {violations} Corrigez l’appel ; rien n’a été fait.',
  },
  'channel/invalid-result': {
    en: '{owner} answered {to} with a result that does not fit its own channel file. {violations} Mend {owner}.',
    fr: '{owner} a répondu à {to} par un résultat contraire à son propre fichier de canal. {violations} Corrigez {owner}.',
  },
  'channel/timeout': {
    en: '{owner} did not answer {to} within {seconds} s. Try again; if it happens often, see the log of {owner}.',
    fr: '{owner} n’a pas répondu à {to} en {seconds} s. Réessayez ; si cela se répète, consultez le journal de {owner}.',
  },
  'channel/cancelled': {
    en: 'The call of {to} was cancelled by the caller. Call it again if it is still wanted.',
    fr: 'L’appel de {to} a été annulé par l’appelant. Rappelez-le s’il est encore voulu.',
  },
  'channel/failed': {
    en: '{owner} failed in {to}: {reason} Try again, or see the log of {owner}.',
    fr: '{owner} a échoué dans {to} : {reason} Réessayez ou consultez le journal de {owner}.',
  },
  'frame/invalid': {
    en: 'Something sent a message that is no frame: {violations} It was dropped; reload the window if it no longer answers.',
    fr: 'Un message reçu n’est pas une trame : {violations} Il a été écarté ; rechargez la fenêtre si elle ne répond plus.',
  },
  'service/failed': {
    en: '{owner} failed in {method} of {key}: {reason} Try again, or see the log of {owner}.',
    fr: '{owner} a échoué dans {method} de {key} : {reason} Réessayez ou consultez le journal de {owner}.',
  },
  'kernel/closed': {
    en: 'Atelier is shutting down and takes no more work ({what}). Start it again.',
    fr: 'Atelier s’arrête et n’accepte plus de travail ({what}). Relancez-le.',
  },
});
