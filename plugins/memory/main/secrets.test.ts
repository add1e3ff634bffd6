import { expect, test } from 'vitest';
import { secretIn, textsOf, withoutSecrets } from './secrets.ts';

const inspection = {
  redact: async (texts: readonly string[]) => texts.map(text => text.replaceAll(/sk-[a-z\d]{16,}/g, '[redacted]')),
};
const kind = async (text: string) => await secretIn(inspection, [text]);
const parted = (mark: string) => ['4111', '1111', '1111', '1111'].join(mark);

test('a card number is known whatever stands between its groups, in the digits of any script, and beside other numbers', async () => {
  const cards = [
    ...['', ' ', '  ', '-', '.', '_', '/', ',', ' | ', ' · ', '\n', '\u00a0', '\u202f', '\u200b', '\u2013'].map(parted),
    '３７８２８２２４６３１０００５',
    '٤١١١١١١١١١١١١١١١',
    `In 2026, 99 ${parted(' ')} 12/29`,
    [...parted('')].join(' '),
    [...parted('')].join('').replaceAll(/\d\d(?=\d)/g, '$& '),
    '4111 111111111111',
    '3782 822463 10005',
  ];
  const others = [
    'Call 06 12 34 56 78 or 06 12 34 56 79.',
    'Since 1795688509289, from 2026-11-26 10:31 on.',
    'The address is 192.168.100.100, the version 2024.10.1234.5678.',
    '0000 0000 0000 0000',
    'In 2021, 2022, 2023, 2024 and 2025, 2026, 2027, 2028.',
    'From 2020,2021,2022,2026 on.',
    'Morning temperatures: 36.5, 36.7, 37.1, 36.9, 36.6',
    'Scores: 365, 371, 369, 372, 358',
    'Weights: 55.5 | 56.7 | 57.1 | 56.9 | 35.6',
    'Points 412; 405; 399; 417; 354',
  ];
  expect([await Promise.all(cards.map(kind)), await Promise.all(others.map(kind))]).toEqual([
    cards.map(() => 'card'),
    others.map(() => undefined),
  ]);
});

test('a key with characters in it that nobody sees, and a password told in a sentence, are known in both languages', async () => {
  const secrets = [
    'sk-abcdefgh\u200bijklmnop1234',
    'ｓｋ-abcdefghijklmnop1234',
    'sk\u2011abcdefghijk\u00adlmnop1234',
    'My password is hunter2hunter2.',
    'Mon mot de passe est hunter2hunter2.',
    'mdp: abc12',
    'Mot de passe : licorne',
    'The passphrase: correct-horse-battery',
    'the PIN is 4921',
    'Le code PIN est 4921',
    'API key is 9f8a7b6c5d4e3f2a',
    'clé API : 9f8a7b6c5d4e3f2a',
    'aws_secret_access_key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    'the secret token 9f8a7b6c5d4e3f2a1b0c',
    'whsec_abcdefghijklmnop12345678',
    'dop_v1_abcdefghijklmnopqrstuvwxyz',
    'SG.abcdefghijklmnopqrst.abcdefghijklmnopqrst',
    'AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQ',
    'the password for the router is hunter2blue',
    'My password for the bank of Brest is still hunter2blue.',
    'le mot de passe du wifi est Licorne42',
    'Le mot de passe de l’imprimante est « licorne ».',
    'Mot de passe du wifi : licorne',
    'hunter2blue is the password for the router',
    'hunter2blue est le mot de passe du wifi',
    'code PIN 4821',
    'Le code PIN de ma carte est 4821.',
    'The PIN of my card is 4821.',
    'PIN: 4821',
    'Le digicode est 48A21.',
    'The alarm code is 48213.',
    'clé wifi : abcd1234',
    'Password (router): hunter2blue',
    'router password → hunter2blue',
    'The passwords are hunter2blue and unicorn42',
    'Les mots de passe sont Licorne42 et Poney43',
    'Le mot de passe c est Licorne42',
    'Mon mdp gmail c’est Licorne42',
    'Passwort: Einhorn42',
    'contraseña: unicornio42',
    'curl -u marie:licorne42 https://x.example',
    'curl --user=marie:licorne https://x.example',
    'docker exec web curl -u marie:licorne42 https://x.example',
    'Wi-Fi: Livebox-1234 / 4F7D9A2C3B1E',
    'https://hooks.example.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
  ];
  const others = [
    'The password is kept in the vault.',
    'Le mot de passe est changé chaque mois.',
    'Tokens are counted before each turn, 4096 at most.',
    'The commit 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c9f8a7b6c broke the build.',
    'The key of the piece is C minor.',
    'The API key is rotated every 90 days.',
    'La clé du projet est la simplicité.',
    'the password field is required',
    'le mot de passe est trop court',
    'The password for the router is kept in the vault since 2024.',
    'The password is required in version 2024.1.',
    'The password is 8-20 characters long.',
    'Le mot de passe est de 12 caractères au moins.',
    'We pin 2024.1 of the toolchain, pin 12 is ground.',
    'Le code postal est 29200.',
    'The version 2024 is the release that we use.',
    'Le mot de passe du wifi est affiché dans l’entrée.',
    'The code of the module is in main.ts.',
    'My password manager is 1Password.',
    'The passwords are kept in the vault.',
    'Wi-Fi: Orange / Free',
    'Run it as docker run -u 1000:1000 image',
    'Run it as docker run -u node:node image',
    'Run it as docker run --rm --user=app:staff image',
    'The server starts with -u www-data:www-data',
  ];
  expect([await Promise.all(secrets.map(kind)), await Promise.all(others.map(kind))]).toEqual([
    secrets.map(() => 'key'),
    others.map(() => undefined),
  ]);
});

test('codes of doors, networks, cards and accounts, passwords named in passing and phrases that open a purse are known in both languages', async () => {
  const words = 'abandon ability able about above absent absorb abstract absurd abuse access accident';
  const secrets = [
    ...[
      'code wifi : abcd1234',
      'Le code du wifi est Licorne42',
      'The wifi code is Blue4242',
      'code du portail 4821',
      'The gate code is 48213',
    ],
    ...['mon code de carte bleue est 4821', 'My card code is 4821', 'The recovery code is 8F3K-29DK', 'code de secours : 8F3K-29DK'],
    ...['CVV 123', 'cvv: 123', 'le cryptogramme est 123', 'the CVC of my card is 482', '2FA code 123456'],
    ...['mot de passe wifi licorne42', 'password hunter2blue', 'mdp licorne42', 'nouveau mot de passe Licorne42!'],
    ...['le mot de passe, c’est Licorne42', 'mon mot de passe reste Licorne42', 'the password was changed to hunter2blue'],
    ...[
      'clef API : 9f8a7b6c5d4e3f2a',
      'ma clé secrète est 9f8a7b6c5d4e3f2a',
      'mes identifiants : marie / licorne',
      'login marie, password hunter2blue',
    ],
    ...[`my seed phrase is ${words}`, `Phrase de récupération : ${words}`],
  ];
  const others = [
    ...['The gate code is kept by the neighbour.', 'Le code du projet est en TypeScript.', 'We do a security code review in 2026.'],
    ...[
      'The password page is at /login2.',
      'Le code de la route date de 1921.',
      'Identifiants : voir le coffre.',
      'A seed phrase is never stored.',
    ],
    ...['The cryptogramme is on the back.', 'Prefers passkeys to a password since 2024.', 'The card code lives in pay/card.ts since 2024.'],
  ];
  expect([await Promise.all(secrets.map(kind)), await Promise.all(others.map(kind))]).toEqual([
    secrets.map(() => 'key'),
    others.map(() => undefined),
  ]);
});

test('a bank account is known by its check digits, with or without spaces, and a reference that only looks like one is none', async () => {
  const accounts = [
    'FR76 3000 6000 0112 3456 7890 189',
    'DE89370400440532013000',
    'Mon IBAN est gb29-nwbk-6016-1331-9268-19.',
    'FR76.3000.6000.0112.3456.7890.189',
    'FR76 30006 00001 12345678901 89 is the account that we pay from',
    'NO93 8601 1117 947',
    'AB12 FR76 3000 6000 0112 3456 7890 189',
    'The ab12 of the house that was sold to the friends of the bank in may is at FR76 3000 6000 0112 3456 7890 189',
  ];
  const others = ['FR77 3000 6000 0112 3456 7890 189', 'AB12 CDEF 3456 7890', 'The commit is ab12cdef34567890ab12.'];
  expect([await Promise.all(accounts.map(kind)), await Promise.all(others.map(kind))]).toEqual([
    accounts.map(() => 'account'),
    others.map(() => undefined),
  ]);
});

test('a secret whose name is the title and whose value is the words is known, and a title that only speaks of one is none', async () => {
  const together = async (title: string, content: string) => await secretIn(inspection, textsOf({ title, content }));
  const secrets: [string, string][] = [
    ['Wifi password', 'Licorne42'],
    ['Mot de passe du wifi', 'licorne'],
    ['Digicode', '48A21'],
    ['Code PIN', '4821'],
    ['Clé API', '9f8a7b6c5d4e3f2a'],
    ['Password for the router', 'hunter2blue since May'],
  ];
  const others: [string, string][] = [
    ['Wifi password', 'Kept in the vault since 2024'],
    ['Password policy', 'Twelve'],
    ['Passwords', 'The team uses 1Password.'],
    ['Mot de passe du wifi', 'Affiché dans l’entrée'],
    ['Pass', 'Navigo'],
    ['Pin', 'Board'],
    ['Password', 'Policy'],
    ['Mot de passe', 'Oublié'],
  ];
  const judge = async (all: typeof secrets) => await Promise.all(all.map(async ([title, content]) => await together(title, content)));
  expect([await judge(secrets), await judge(others)]).toEqual([secrets.map(() => 'key'), others.map(() => undefined)]);
});

test('no model of capture is sent a secret in an odd writing, and all other words as they were written', async () => {
  const texts = [
    `Ma carte est ${parted('.')}, merci.`,
    'The key is sk-abcdefgh\u200bijklmnop1234 now.',
    'mdp: abc12 et voilà',
    'The password for the router is hunter2blue, IBAN DE89370400440532013000.',
    'Ça va 👍\u200d?',
    'FR76 3000 6000 0112 3456 7890 189 DE89 3704 0044 0532 0130 00 and more',
  ];
  expect(await withoutSecrets(inspection, texts)).toEqual([
    'Ma carte est …, merci.',
    'The key is [redacted] now.',
    'mdp: … et voilà',
    'The password for the router is … IBAN ….',
    'Ça va 👍\u200d?',
    '… … and more',
  ]);
});

test('numbers of passports, of social security and of other papers are known by their name or their key, and what only speaks of one is none', async () => {
  const identities = [
    'My passport number is 12AB34567.',
    'Passport: C01X00T47',
    'Numéro de passeport : 12CV34567',
    'passport no. 533401372',
    'Le passeport de Léa est le 12CV34567.',
    '12AB34567 is my passport number',
    'My SSN is 123-45-6789',
    'social security number 123 45 6789',
    'SSN: 123456789',
    'Mon numéro de sécurité sociale est 1 85 05 78 006 084 36',
    'NIR 185057800608436',
    'numéro de sécu : 2 69 05 49 588 157 80',
    'I am 1 85 05 78 006 084 91 there.',
    'My NHS number is 943 476 5919',
    'National insurance number QQ 12 34 56 C',
    'BSN 123456782',
    'carte d’identité n° 880692310285',
    'driving licence MORGA657054SM9IJ',
    'permis de conduire 123456789012',
    'Steuer-ID 86095742719',
    'NINO: AB123456C',
    'DNI 12345678Z',
  ];
  const keys = [
    'The wifi password is "correct horse battery staple"',
    'the password is: unicorn',
    'pаssword: hunter2blue',
    'recovery codes: 1a2b-3c4d 5e6f-7g8h',
    'The combination of the safe is 12-34-56',
    'unlock code 4821',
    'Mi contraseña es unicornio42',
    'Das Passwort ist Einhorn42',
    'la password è unicorno42',
    'a senha é unicornio42',
    'Mein Passwort lautet Einhorn42',
    'PIN der Karte ist 4821',
    'MDP Netflix Licorne42',
    'my password, which I never change, is hunter2blue',
    'log in with marie / hunter2blue',
    'creds marie:hunter2blue',
    'SECRET_KEY_BASE=abcdef0123456789abcdef0123456789',
    'The key for the API: 8f14e45fceea167a5a36dedd4bea2543',
    'sshpass -p licorne42 ssh x',
    'mysql -u root -plicorne42',
    'redis-cli -a licorne42',
    "ma phrase de passe, c'est « cheval pile agrafe »",
    'le code d’accès est 4821B',
    'The code to my phone is 482193',
    'mon code de téléphone est 482193',
    'WIFI:S:Livebox;T:WPA;P:licorne42;;',
    'marie@example.org:hunter2blue',
  ];
  const accounts = [
    'sort code 12-34-56 account 12345678',
    'routing number 021000021',
    'RIB 30004 00003 00000000000 43',
    'My account number is 12345678.',
  ];
  const others = [
    'Her passport expires in May 2027.',
    'My passport is blue.',
    'Le passeport de Léa expire le 12/05/2027.',
    'Social security is a topic of the thesis 2024.',
    'Read RFC 1234567890.',
    'Order 123-45-6789 was sent.',
    'Phone 123-456-7890',
    'The passport photo is 35 x 45 mm.',
    'Passport.js 0.6.0 is used for login.',
    'uses passport 0.7.0 in the server',
    'passport-local 1.0.0',
    'The SSN field has 9 digits.',
    'The ssn column is hashed since 2024.',
    'Ticket 1850578006 is closed.',
    'The NIR camera has 940 nm',
    'PSR B1257+12',
    'ISBN 978-2-07-036822-8',
    'tel 01 85 05 78 00',
    'The port is 5432.',
    'The build number is 123456789.',
    'EAN 3017620422003',
    'The passport number is required',
    'Passport control takes 45 minutes.',
    'passport rank 12 of 199',
    'UUID 123e4567-e89b-12d3-a456-426614174000',
    'SIRET 732 829 320 00074',
    'Weights 1 85 05 78 006 084 37',
    'passeport valable 10 ans',
    'The password is in 2 words: see the vault',
    'A password, which is long, is required since 2024.',
    'git@host.example:repo2.git is the remote',
    'Write to marie@example.org: 2 people read it.',
    'PRIMARY_KEY=user_id',
    'The key for the lock is in the drawer since 2024.',
    'The wifi: P stands for 5 GHz',
    'The account number is 12 here.',
    'The phone code is written in Kotlin',
    'I renewed my passport on 2024-05-12, my driving licence in 2012.',
    'Mon passeport est du 12/05/2024.',
    'Das Passwort ist geheim',
    'Log in with Google / GitHub',
    'The entry code is in main.ts since 2024',
  ];
  const judge = async (all: readonly string[]) => await Promise.all(all.map(async text => `${await kind(text)} ${text}`));
  const as = (what: string, all: readonly string[]) => all.map(text => `${what} ${text}`);
  expect([...(await judge(identities)), ...(await judge(keys)), ...(await judge(accounts)), ...(await judge(others))]).toEqual([
    ...as('identity', identities),
    ...as('key', keys),
    ...as('account', accounts),
    ...as('undefined', others),
  ]);
});

test('of a paper, a login and codes both the title and the words tell it, and no model is sent them', async () => {
  const together = async (title: string, content: string) => await secretIn(inspection, textsOf({ title, content }));
  expect([
    await together('Passport number', '12AB34567'),
    await together('SSN', '123-45-6789'),
    await together('Numéro de sécurité sociale', '1 85 05 78 006 084 36'),
    await together('Login', 'marie / hunter2blue'),
    await together('Passport', 'Expires in May 2027'),
    ...(await withoutSecrets(inspection, [
      'My passport number is 12AB34567, merci.',
      'Mon NIR : 1 85 05 78 006 084 36 et voilà',
      'recovery codes: 1a2b-3c4d 5e6f-7g8h, thanks',
      'Мой password: hunter2blue',
    ])),
  ]).toEqual([
    ...['identity', 'identity', 'identity', 'key', undefined],
    'My passport number is …, merci.',
    'Mon NIR : … et voilà',
    'recovery codes: …, thanks',
    'Мой password: …',
  ]);
});
