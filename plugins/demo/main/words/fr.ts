/** The demo's texts in French, with `{…}` placeholders. */
export const fr = {
  label:
    '> **Démo (sans IA).** Mes réponses sont écrites d’avance et viennent de cet ordinateur : rien n’est envoyé nulle part. Choisissez un vrai modèle dans les réglages pour de vraies réponses.\n\n',

  greeting:
    'Bonjour ! Je ne suis pas une IA, mais tout ce qui m’entoure est réel : les fichiers, les commandes, les autorisations. Écrivez par exemple :\n\n',
  unknown: 'Vous avez écrit : « {text} ». Sans IA, je ne sais pas y répondre. Voici ce que je sais montrer ; un mot suffit :\n\n',
  offers:
    '- **« mise en forme »** : un tableau, du code, une liste, une formule\n- **« lis un fichier »** ou « lis README.md » : je lis un vrai fichier du dossier de travail\n- **« modifie »** : je crée et modifie `demo-notes.md`, et vous en voyez la différence\n- **« échec »** : une commande échoue, et je réagis\n- **« réfléchis »** : la réflexion, avec le modèle *demo-thinking*\n- **« long »** : une longue réponse, pour essayer Arrêter et la file d’attente\n- **« visite »** : lire, modifier et exécuter à la suite\n- **« panne »** : le fournisseur répond par une erreur\n',
  thanks:
    'Avec plaisir ! Quand vous aurez un fournisseur, un vrai modèle prendra ma place ici même. D’ici là, « aide » redit ce que je sais montrer.',
  image: 'J’ai bien reçu {count} image(s). Un vrai modèle les regarderait ; la démo, elle, ne voit rien.\n\n',

  markdown:
    "## Une réponse mise en forme\n\nLe texte arrive au fil de l’eau et prend sa forme à mesure : **gras**, *italique*, `code` et [liens](https://example.org).\n\n| Élément | Rendu | Remarque |\n| --- | :---: | ---: |\n| Tableau | oui | colonnes alignées |\n| Code | oui | coloré |\n| Formule | oui | sans réseau |\n\n```ts\n/** Compte les mots d’un texte. */\nexport function countWords(text: string): number {\n  return text.split(/\\s+/).filter(word => word !== '').length;\n}\n```\n\n1. Une étape\n2. Une autre\n   - avec un détail\n   - et un second\n\n- [x] une tâche faite\n- [ ] une tâche à faire\n\n> Une citation, pour finir.\n\nEt une formule, $e^{i\\pi} + 1 = 0$, puis une autre sur sa ligne :\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$\n",

  looking: 'Je regarde ce que contient le dossier de travail.',
  reading: 'Je lis `{path}`.',
  noTool:
    'Je n’ai pas l’outil `{tool}` dans cette conversation : je ne peux donc pas vous montrer cela. Essayez « mise en forme » ou « long ».',
  emptyFolder: 'Le dossier de travail ne contient aucun fichier que je sache lire. Écrivez « modifie », et j’en créerai un.',
  listRefused:
    'Je n’ai pas pu regarder dans le dossier :\n\n```text\n{why}\n```\n\nNommez un fichier, par exemple « lis README.md », et je le lirai directement.',
  readRefused:
    'Je n’ai pas pu lire `{path}` :\n\n```text\n{why}\n```\n\nVérifiez le nom, ou écrivez seulement « lis un fichier », et j’en choisirai un.',
  readText: '`{path}` compte **{lines} lignes** et **{words} mots**. ',
  readHeading: 'Son premier titre est « {heading} ». ',
  readKeys: 'C’est du JSON ; ses premières clés sont {keys}. ',
  readQuote: 'Il commence ainsi :\n\n> {quote}\n\n',
  readEnd: 'Cela vient bien de votre disque : changez le fichier et redemandez, ma réponse changera aussi.\n\n',

  checking: 'Je regarde d’abord si `demo-notes.md` existe déjà, pour ne rien écraser.',
  creating: 'Il n’existe pas : je le crée.',
  editing: 'Maintenant, j’y coche la première ligne et j’en ajoute une.',
  adding: 'Il existe : j’y ajoute une ligne, sans toucher au reste.',
  notes: '# Notes de la démo\n\n- [ ] Essayer une modification\n- [ ] Regarder la différence\n',
  notesFrom: '- [ ] Essayer une modification\n',
  notesTo: '- [x] Essayer une modification\n- [ ] Revenir en arrière si elle ne plaît pas\n',
  notesAdded: '- [ ] Une ligne de plus, ajoutée par la démo',
  edited:
    '`demo-notes.md` est à jour. Les lignes ajoutées et retirées se lisent sur la rangée de l’outil, et le panneau des fichiers modifiés les compte. Supprimez le fichier quand vous voudrez.\n\n',
  editRefused:
    'La modification n’a pas eu lieu :\n\n```text\n{why}\n```\n\nSi vous l’avez refusée, tant mieux : c’est à vous de décider. Écrivez « modifie » pour recommencer.\n\n',

  failing: 'Je lance une commande qui va échouer : elle cherche un dossier qui n’existe pas.',
  failed:
    'Elle a échoué, comme prévu. La sortie nomme la cause :\n\n```text\n{why}\n```\n\nJe m’adapte et je regarde ce qui existe vraiment.',
  recovered:
    'Cette fois, cela marche : entrées dans le dossier : {count}. Un échec n’arrête donc pas la conversation ; le modèle le lit et change de chemin.\n\n',
  recoverRefused: 'Cette commande-là n’est pas passée non plus :\n\n```text\n{why}\n```\n\nJe m’arrête ici plutôt que d’insister.\n\n',
  refused:
    'La commande n’a pas été autorisée :\n\n```text\n{why}\n```\n\nJe m’arrête ici. Vous pouvez l’autoriser une fois, ou poser une règle.\n\n',

  thought:
    'On me demande de réfléchir. Voyons : trois boîtes portent les étiquettes « pommes », « poires » et « mélange », et toutes mentent.\n\nSi je tire un fruit de la boîte « mélange », elle ne contient qu’une sorte de fruit, puisque son étiquette ment. Disons une pomme : c’est donc la boîte de pommes.\n\nLa boîte « poires » ne contient ni les poires, ni les pommes, déjà trouvées : c’est le mélange. La dernière contient les poires. Un seul tirage suffit.',
  thinking:
    'J’ai choisi une petite énigme. Trois boîtes sont étiquetées « pommes », « poires » et « mélange », et **toutes les étiquettes sont fausses**. Combien de fruits faut-il tirer pour tout savoir ?\n\n**Un seul**, pris dans la boîte « mélange ». Le raisonnement se déplie au-dessus de cette réponse.\n',
  thinkingOff:
    'Le modèle *demo* répond sans réfléchir. Choisissez **demo-thinking** dans le sélecteur de modèles, avec un niveau de réflexion autre que « désactivé », puis redemandez.',
  brief: 'La question tient en peu de mots : « {text} ». Je cherche laquelle de mes réponses y convient, puis je la donne.',

  long: 'Voici une longue réponse. **Arrêter** l’interrompt ; un message envoyé maintenant se range dans la **file d’attente**, où il se modifie.\n\n',
  paragraph:
    '### {number}. {title}\n\nLe port s’éveille avant le jour. Une lampe passe d’une fenêtre à l’autre, puis la porte du hangar grince et les premiers pas sonnent sur le quai. On charge des caisses, on compte les cordages, on parle bas. L’eau est noire encore, mais une ligne claire la sépare déjà du ciel, et chacun sait à quoi il devra songer quand le soleil aura passé la digue.\n\n',
  titles: 'Le quai, La lampe, Le hangar, La marée, Le phare, La carte, Le vent, Le départ',
  longEnd: 'Fin de la longue réponse.\n',

  tourRead: 'La visite a trois étapes : lire, modifier, exécuter. ',
  tourEnd:
    '**La visite est finie.** Un vrai modèle lit, modifie et exécute de la même façon. « mise en forme », « réfléchis » et « long » montrent le reste.\n',

  outage: 'La démo joue une panne ({status}), parce que vous l’avez demandée. Écrivez autre chose, et elle répondra de nouveau.',
  title: 'Essai de la démo',
  commit: 'Modifier {files}',
};

export type Words = Readonly<Record<keyof typeof fr, string>>;
