const fr = {
  'state.offered': 'Donné au modèle',
  'state.notGranted': 'Non accordé',
  'state.new': 'Attend votre accord',
  'state.changed': 'A changé : retenu jusqu’à votre accord',
  'state.barred': 'Ne peut être donné',
  barred: 'Le modèle n’en sait rien : {why}.',
  changed:
    'Cet outil dit au modèle autre chose que ce que vous avez approuvé. Le modèle n’en sait plus rien tant que vous ne l’approuvez pas.',
  new: 'Le modèle n’en saura rien tant que vous n’aurez pas approuvé ce texte.',
  approve: 'Approuver ce texte',
  approveTool: 'Approuver le texte de {name}',
  diffOf: 'Ce qui a changé dans {name}',
  parameters: 'Paramètres',
  whenUsed: 'Ajouté aux consignes du modèle',
  added: 'ajouté :',
  removed: 'retiré :',
};

/** What a model reads of an extension's tools, in English. */
const en: typeof fr = {
  'state.offered': 'Given to the model',
  'state.notGranted': 'Not granted',
  'state.new': 'Waits for your approval',
  'state.changed': 'Changed: withheld until you approve',
  'state.barred': 'Cannot be given',
  barred: 'The model is not told of it: {why}.',
  changed: 'This tool tells the model something else than what you approved. The model is not told of it until you approve this.',
  new: 'The model is not told of it until you approve these words.',
  approve: 'Approve these words',
  approveTool: 'Approve the words of {name}',
  diffOf: 'What changed in {name}',
  parameters: 'Parameters',
  whenUsed: 'Added to the model’s instructions',
  added: 'added:',
  removed: 'removed:',
};

/** The words about what tools tell a model. */
export const toolsTexts = { fr, en } as const;
