/**
 * What a person calls by its name; the kernel knows the forms of keys, and what a program writes. Between the name and the value may stand
 * what it is for: "the password for the router is …". In a sentence the value has a digit or stands in quotation marks: "the password is
 * required" tells none.
 */
export const told = [
  /\b(?:mot de passe|mdp|passphrase|phrase secr[eè]te|password|passwd|passcode|pass|pwd|pw|pin(?: code)?|cl[eé] (?:d['’])?api|api[ _-]?key|cl[eé] wi-?fi|wi-?fi key|passwort|kennwort|contraseñas?)(?:\s(?:for|of|to|on|at|in|du|de|des|d['’]|pour|sur|au)(?:\s[^\s.:;!?,]{1,30}){0,4}|\s?\([^()\n]{1,40}\))?\s{0,4}(?:[:=→⇒]|->|=>)\s{0,4}(\S{4,})/giu,
  /\b(?:mots? de passe|mdp|passphrase|phrase secr[eè]te|passwords?|passwd|passcode|pwd|pw|pin(?: code)?|cl[eé] wi-?fi|wi-?fi key|digicode|door code|alarm code|code (?:de la porte|de l['’]alarme|d['’]entr[eé]e|de l['’]immeuble|du portail|du coffre))(?:\s(?:for|of|to|on|at|in|du|de|des|d['’]|pour|sur|au)(?:\s[^\s.:;!?,]{1,30}|['’][^\s.:;!?,]{1,30}){1,4})?,?\s(?:is|are|was|were|est|sont|était|étaient|c['’ ]?est|reste|remains|devient|becomes|was changed to|is set to)(?: still| toujours| maintenant| now)?\s(?!\d{1,4}(?:-\d{1,4})?\s?(?:char|caract|lett|digit|chiff|day|jour|month|mois|hour|heure|minute|time|fois))(?=\S{4})([^\s\d]{0,100}\d\S{0,100})/giu,
  /\b(?:mot de passe|mdp|passphrase|phrase secr[eè]te|password|passwd|passcode|pwd|pw)(?:\s(?:for|of|to|on|at|in|du|de|des|d['’]|pour|sur|au)(?:\s[^\s.:;!?,]{1,30}){0,4})?\s(?:is|was|est|était|c['’]est)\s["«“'‘`]\s?([^\s"»”'’`]{4,100})\s?["»”'’`]/giu,
  /(?<!\S)([^\s\d]{0,60}\d\S{3,60})\s(?:is|est)\s(?:my|the|our|le|mon|notre)\s(?:[^\s.:;!?,]{1,30}\s){0,2}(?:password|passphrase|passcode|pin|code pin|mot de passe|mdp)\b/giu,
  /\b(?:PIN|[Cc]ode PIN|PIN [Cc]ode|[Cc]ode pin|pin code|[Dd]igicode)[\s:=]{1,3}(\d{4,8})(?![\d.]|\s?(?:char|caract|chiff|digit))/g,
  /(?:key|secret|token|jeton|cl[eé]f?(?: api| secr[eè]te| priv[eé]e)?)[ :=]{1,3}(?:is |was |est |c['’]est )?([^\s\d]{0,100}\d\S{7,200})/giu,
  /(\bwhsec_\w{16,}|\bdop_v1_\w{16,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|\bAGE-SECRET-KEY-\w{16,}|\/services\/T\w{6,20}\/B\w{6,20}\/\w{16,})/g,
  /\b(?:mot de passe|mdp|passphrase|password|passwd|passcode|pwd)(?:\s(?:wi-?fi|du wi-?fi))?\s(?=[^\s\d]{1,40}\d)([^\s\d/]{2,40}\d[^\s/]{0,60})/giu,
  /\b(?:code\s(?:du\s|de\s|de la\s|de l['’]|de ma\s|de mon\s)?(?:wi-?fi|portail|porte|immeuble|alarme|coffre|carte(?:\sbleue|\sbancaire)?|entrée|secours|récupération)|(?:wi-?fi|gate|door|alarm|safe|recovery|backup|2fa|card)\scode)\s{0,2}(?::|=|is\s|est\s|c['’]est\s)?\s{0,2}((?=\D{0,20}\d)[A-Za-z\d-]{4,40})(?![\w./])/giu,
  /\b(?:cvv2?|cvc2?|cryptogramme(?:\svisuel)?)(?:\s(?:of|de|du)(?:\s[^\s.:;!?,]{1,20}){1,2})?\s{0,2}(?::|=|is\s|est\s)?\s{0,2}(\d{3,4})(?!\d)/giu,
  /\b(?:identifiants?|credentials?|login)\s{0,2}[:=]\s{0,2}[^\s/|]{1,60}\s{0,2}[/|]\s{0,2}(\S{4,60})/giu,
  /\bmdp\s[^\s.:;!?,]{1,30},?\s(?:est|is|c['’ ]?est)\s(?=[^\s\d]{0,60}\d)(\S{4,60})/giu,
  /(?<!\S)(?:-u|--user)[ =]["']?(?:(?<!(?:docker|podman)\s[^\n]{0,80})|(?=[^\s:]{1,60}:[^\s"']{0,60}\d))[^\s:"']{1,60}:(?!\d{1,10}(?:\s|$))([^\s"']{4,60})/gu,
  /\b(?:wi-?fi|ssid)\s{0,2}[:=]\s{0,2}[^\s/|,]{1,40}\s{0,2}[/|,]\s{0,2}(?=[^\s\d]{0,60}\d)(\S{8,63})/giu,
  /\b(?:seed phrase|recovery phrase|mnemonic|phrase (?:de récupération|mnémonique))\s{0,2}(?::|=|is\s|est\s)?\s{0,2}([a-z]{3,10}(?:\s[a-z]{3,10}){11,23})/giu,
  // In other languages, with a colon after the verb, in quotation marks with spaces, after what is said in passing.
  /\b(?:passwort|kennwort|contraseñas?|senha|password|parola d['’]ordine)(?:\s(?:für|von|der|des|del|de|di|do|da|para|per)(?:\s[^\s.:;!?,]{1,30}){1,3})?\s(?:ist|lautet|war|es|era|è|é)\s(?=\S{4})([^\s\d]{0,100}\d\S{0,100})/giu,
  /\b(?:mot de passe|mdp|passphrase|phrase (?:secr[eè]te|de passe)|password|passcode|passwort|contraseña|pin)(?:\s(?:for|of|to|on|du|de|pour|sur|au)(?:\s[^\s.:;!?,]{1,30}){1,4})?,?\s(?:is|est|c['’]est|ist|es)\s?[:=]\s{0,2}(\S{4,100})/giu,
  /\b(?:mot de passe|mdp|passphrase|phrase (?:secr[eè]te|de passe)|password|passcode|passwort)(?:\s(?:for|of|to|on|du|de|pour|sur|au)(?:\s[^\s.:;!?,]{1,30}){1,4})?,?\s(?:is|was|est|était|c['’]est|ist)\s["«“]\s?([^"»”\n]{4,100}?)\s?["»”]/giu,
  /\b(?:mot de passe|mdp|passphrase|password|passcode|pin),[^,.!?\n]{1,60},\s(?:is|est|c['’]est)\s(?=\S{4})([^\s\d]{0,100}\d\S{0,100})/giu,
  /\bpin\s(?:der|von|of|de)\s(?:\S{1,20}\s){1,3}(?:ist|is|est)\s(\d{4,8})(?!\d)/giu,
  /\bmdp\s[^\s.:;!?,]{2,30}\s(?=[^\s\d]{2,40}\d)([^\s\d/]{2,40}\d[^\s/]{0,60})/giu,
  // Of doors, phones and safes.
  /\b(?:code\s(?:d['’]acc[eè]s|de\s(?:mon\s|ma\s)?t[eé]l[eé]phone|de d[eé]verrouillage)|(?:unlock|access|entry|phone)\scode|code (?:to|of|for) (?:my|the|our) (?:phone|safe|door|gate|alarm|lock)|combination (?:of|to|for) (?:my|the|our) (?:safe|lock)|combinaison du coffre)\s{0,2}(?::|=|is\s|est\s|c['’]est\s)?\s{0,2}((?=\D{0,20}\d)[A-Za-z\d-]{4,40})(?![\w./])/giu,
  /\b(?:recovery|backup|2fa)\scodes\s{0,2}(?::|=|are\s)?\s{0,2}((?=[A-Za-z-]{0,12}\d)[A-Za-z\d-]{4,40}(?:[ ,;\n]{1,3}(?=[A-Za-z-]{0,12}\d)[A-Za-z\d-]{4,40}){0,20})/giu,
  // As programs write them.
  /\b(?=[A-Z])[A-Z\d_]{0,40}(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|PWD)[A-Z\d_]{0,20}\s?=\s?["']?(?=[^\s\d]{0,100}\d)([^\s"']{8,200})/gu,
  /\b(?:key|token|secret|cl[eé]|jeton)\s(?:for|of|to|de|du|pour)(?:\s[^\s.:;!?,]{1,20}){1,3}\s?(?::|=|\sis\s|\sest\s)\s{0,2}([^\s\d]{0,100}\d\S{11,200})/giu,
  /\bsshpass\s-p\s?(\S{4,60})/gu,
  /\b(?:mysql|mysqldump|mariadb)\b[^\n]{0,80}\s-p([^\s-]\S{3,60})/gu,
  /\bredis-cli\b[^\n]{0,80}\s-a\s(\S{4,60})/gu,
  /\bwifi:[^\n]{0,80}\bP:([^;\n]{4,63})/giu,
  // With the name of whom they let in.
  /\b(?:creds|log(?:ged)? in (?:with|as)|(?:login|identifiants|credentials)\s(?:is|are|est|sont))\s{0,2}[:=]?\s{0,2}[^\s/|:]{1,60}\s?[:/|]\s?(?=[^\s\d]{0,60}\d)(\S{4,60})/giu,
  /(?<![\w.@+-])(?!git@)[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,40}){1,4}\s?[:|]\s?(?=[^\s\d]{0,60}\d)([^\s/]{6,60})(?![^\s.,;])/giu,
];
