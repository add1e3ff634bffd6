import { expect, test } from 'vitest';
import { vectorOf } from '../search/grams.ts';
import { Ranker } from '../search/ranker.ts';
import { askedOf, fits } from './fitting.ts';

const row = { project: undefined, kind: 'fact', from: 0, until: undefined, updatedAt: 1, confidence: 0.9, importance: 0.5, timesUsed: 0 };

/** Which of some memories are told for a message, by the measure of the search. */
function toldFor(message: string, contents: readonly string[]): string[] {
  const ranker = new Ranker();
  for (const [number, content] of contents.entries()) ranker.put({ ...row, number, vector: vectorOf([content]) });
  return ranker
    .search({ text: askedOf(message), limit: 16, now: 2 })
    .filter(({ number, words }) => words >= 0.12 && fits(message, { content: contents[number] ?? '' }, words))
    .map(({ number }) => contents[number] ?? '');
}

const others = ['The berth number 1 is free.', 'Anna’s garden is north of the station.', 'La voiture est grise.'];
const judge = (list: readonly (readonly [message: string, content: string])[]) =>
  list.filter(([message, content]) => !toldFor(message, [content, ...others]).includes(content)).map(([message]) => message);

test('what a question is about is told: words with digits, short words in the plural, names, and small words that say something in the language of the message', () => {
  const questions = [
    ['Where is my PS5?', 'The PS5 stands in the cellar.'],
    ['What runs on K8s?', 'The site of the shop runs on K8s.'],
    ['Is ES2022 fine?', 'The build targets ES2022.'],
    ['What can I cook for my son?', 'My son is allergic to peanuts.'],
    ['What is my son’s name?', 'My son is called Tom.'],
    ['Who is Will?', 'Will is the brother of Camille.'],
    ['What happens in May?', 'The lease ends in May.'],
    ['How many dogs do I have?', 'I have a dog called Rex.'],
    ['Where is my key?', 'The keys hang behind the door.'],
    ['Which cars did I sell?', 'The car was sold in spring.'],
    ['Quel thé est-ce que j’aime ?', 'La personne aime les thés verts.'],
    ['Où sont mes clés ?', 'La clé est sous le pot.'],
    ['À quels jeux est-ce que je joue ?', 'Le jeu préféré de la personne est le go.'],
    ['Quel est le ton de ses lettres ?', 'The tone of the letters is formal.'],
  ] as const;
  expect(judge(questions)).toEqual([]);
});

test('in other alphabets and in scripts without spaces a word is found in its forms', () => {
  const questions = [
    ['Как зовут мою собаку?', 'Собака Рекс живёт на даче.'],
    ['Где мои кошки?', 'Кошка спит на балконе.'],
    ['Πού είναι ο σκύλος μου;', 'Ο σκύλος λέγεται Ρεξ.'],
    ['أين الكلب؟', 'كلب اسمه ركس'],
    ['מה שם הכלב?', 'כלב בשם רקס'],
    ['커피를 좋아해?', '커피는 매일 아침'],
    ['コーヒーは好きですか', '私はコーヒーが好きです'],
    ['我喜欢什么咖啡', '早上喝咖啡'],
  ] as const;
  expect(judge(questions)).toEqual([]);
});

test('thanks, small words and another number have nothing told, in any alphabet', () => {
  const noise = [
    ['Thanks, that is great!', 'The car is grey.'],
    ['What’s up? Let’s go on.', 'Anna’s garden is north of the station.'],
    ['Merci, c’est tout ce que je veux.', 'Son chien est dans la voiture.'],
    ['C’est quoi, son problème ?', 'My son lives in Brest.'],
    ['Is the RTX4090 loud?', 'Wants an RTX4080 for the studio.'],
    ['What is new?', 'Buys the paper at noon.'],
    ['Спасибо, это очень хорошо!', 'Это машина, она очень старая.'],
    ['Ευχαριστώ πολύ!', 'Το σπίτι είναι πολύ μικρό.'],
    ['שלום ותודה על הכל', 'המכונית של דני ישנה'],
    ['감사합니다', '자동차는 회색입니다'],
    ['ありがとうございます', '車は灰色です。町に住んでいます。'],
  ] as const;
  expect(noise.filter(([message, content]) => toldFor(message, [content, ...others]).length > 0).map(([message]) => message)).toEqual([]);
});
