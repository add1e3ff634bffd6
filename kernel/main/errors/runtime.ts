import { defineErrors } from '@atelier/kernel';

/** Errors in the use of a command, a hook, a channel or a service. */
export const runtimeErrors = defineErrors({
  'command/unknown': {
    en: 'There is no command "{command}". Check the name, or install the extension that provides it.',
    fr: 'Il n’y a pas de commande « {command} ». Vérifiez le nom ou installez l’extension qui la fournit.',
  },
  'command/runs-in-window': {
    en: '{command} was not run: {owner} runs it in a window, and it was called outside a window. Call it from a view, or use a channel of {owner}.',
    fr: '{command} n’a pas été exécutée : {owner} l’exécute dans une fenêtre, et elle a été appelée hors d’une fenêtre. Appelez-la depuis une vue ou passez par un canal de {owner}.',
  },
  'command/not-handled': {
    en: '{id} declares the command "{command}" but does not handle it. Its activate must call ctx.handle("{command}", …).',
    fr: '{id} déclare la commande « {command} » mais ne la traite pas. Son activate doit appeler ctx.handle("{command}", …).',
  },
  'command/handled-twice': {
    en: '{id} handles the command "{command}" twice. Call ctx.handle for it once.',
    fr: '{id} traite la commande « {command} » deux fois. N’appelez ctx.handle qu’une fois pour elle.',
  },
  'command/invalid-arguments': {
    en: 'The command "{command}" was called with invalid arguments. {violations} Correct them and call it again.',
    fr: 'La commande « {command} » a été appelée avec des arguments non valables. {violations} Corrigez-les et relancez-la.',
  },
  'hook/tap-failed': {
    en: '{id} failed in hook {hook}: {reason} The other handlers ran; see the log of {id}.',
    fr: '{id} a échoué dans le point d’accroche {hook} : {reason} Les autres gestionnaires ont été exécutés ; consultez le journal de {id}.',
  },
  'hook/tap-timeout': {
    en: '{id} did not answer in hook {hook} within {seconds} s and was skipped. See the log of {id}.',
    fr: '{id} n’a pas répondu dans le point d’accroche {hook} en {seconds} s et a été ignorée. Consultez le journal de {id}.',
  },
  'channel/unknown': {
    en: 'There is no channel "{channel}". Check the name, or install the extension that serves it.',
    fr: 'Il n’y a pas de canal « {channel} ». Vérifiez le nom ou installez l’extension qui le sert.',
  },
  'channel/unknown-member': {
    en: 'The channel "{channel}" has no {kind} "{member}"; it has {known}. Use one of those, or update {owner}.',
    fr: 'Le canal « {channel} » n’a pas de {kind} « {member} » ; il a {known}. Utilisez l’un d’eux ou mettez {owner} à jour.',
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
    en: '{to} was called with invalid parameters. {violations} Correct the call; nothing was done.',
    fr: '{to} a été appelé avec des paramètres non valables. {violations} Corrigez l’appel ; rien n’a été fait.',
  },
  'channel/invalid-result': {
    en: '{owner} answered {to} with a result that does not match its own channel file. {violations} Fix {owner}.',
    fr: '{owner} a répondu à {to} par un résultat contraire à son propre fichier de canal. {violations} Corrigez {owner}.',
  },
  'service/invalid-arguments': {
    en: '{id} called {method} of {key} with an argument {at} that it does not take. {violations} Correct the call; nothing was done.',
    fr: '{id} a appelé {method} de {key} avec un argument {at} non valable. {violations} Corrigez l’appel ; rien n’a été fait.',
  },
  'service/form-missing': {
    en: '{id} may not call {method} of {key}: the channel file of {owner} does not say what it takes. Ask the authors of {owner} to add it under "service".',
    fr: '{id} ne peut pas appeler {method} de {key} : le fichier de canal de {owner} ne dit pas ce que cette méthode accepte. Demandez aux auteurs de {owner} de l’ajouter sous « service ».',
  },
  'channel/timeout': {
    en: '{owner} did not answer {to} within {seconds} s. Try again; if it happens often, see the log of {owner}.',
    fr: '{owner} n’a pas répondu à {to} en {seconds} s. Réessayez ; si cela se répète, consultez le journal de {owner}.',
  },
  'channel/cancelled': {
    en: 'The call of {to} was cancelled by the caller. Call it again if it is still needed.',
    fr: 'L’appel de {to} a été annulé par l’appelant. Relancez-le s’il est encore utile.',
  },
  'channel/failed': {
    en: '{owner} failed in {to}: {reason} Try again, or see the log of {owner}.',
    fr: '{owner} a échoué dans {to} : {reason} Réessayez ou consultez le journal de {owner}.',
  },
  'frame/invalid': {
    en: 'Atelier received a message that is not a valid frame: {violations} It was dropped; reload the window if it no longer responds.',
    fr: 'Atelier a reçu un message qui n’est pas une trame valable : {violations} Il a été écarté ; rechargez la fenêtre si elle ne répond plus.',
  },
  'service/failed': {
    en: '{owner} failed in {method} of {key}: {reason} Try again, or see the log of {owner}.',
    fr: '{owner} a échoué dans {method} de {key} : {reason} Réessayez ou consultez le journal de {owner}.',
  },
  'extension/impossible-transition': {
    en: '{id} cannot go from {from} to {to}: the lifecycle of extensions has no such transition. This is a bug in Atelier; report it with the log, and start Atelier again.',
    fr: '{id} ne peut pas passer de {from} à {to} : le cycle de vie des extensions n’a pas cette transition. C’est une erreur d’Atelier ; signalez-le avec le journal et relancez Atelier.',
  },
  'kernel/closed': {
    en: 'Atelier is shutting down and accepts no more work ({what}). Start it again.',
    fr: 'Atelier s’arrête et n’accepte plus de travail ({what}). Relancez-le.',
  },
});
