import { type Scenario, saying } from '../scenario.ts';
import { fill } from '../words/index.ts';

export const asksForOneWord = /(?:Answer with the one word|Réponds par un seul mot) ?: (\p{L}{1,20})$/u;

export const greeting = saying((_turn, words) => words.greeting + words.offers);

export const unknown = saying((turn, words) => {
  const text = turn.text.trim().replace(/\s+/g, ' ').slice(0, 120);
  return (text === '' ? words.greeting : fill(words.unknown, { text })) + words.offers;
});

export const thanks = saying((_turn, words) => words.thanks);

/** The one word that a test of the connection asks for. */
export const oneWord = saying(({ text }) => asksForOneWord.exec(text)?.[1] ?? '');

export const markdown = saying((_turn, words) => words.markdown);

/** As many tokens as a number in the message says, by default about 1,500. */
export const long = saying((turn, words) => {
  const tokens = Math.min(Number(/\d{2,6}/.exec(turn.text)?.[0] ?? 1_500), 50_000);
  const titles = words.titles.split(', ');
  const paragraphs = Math.max(1, Math.ceil((tokens * 4) / words.paragraph.length));
  const parts = Array.from({ length: paragraphs }, (_, at) =>
    fill(words.paragraph, { number: at + 1, title: titles[at % titles.length] ?? '' }),
  );
  return words.long + parts.join('') + words.longEnd;
});

export const thinking: Scenario = saying((turn, words) => (turn.thinks ? words.thinking : words.thinkingOff));

/** An error of the provider with the status that the message names. */
export const outage: Scenario = function* (turn, words) {
  const named = Number(/\b[45]\d\d\b/.exec(turn.text)?.[0] ?? 503);
  yield { status: named, text: fill(words.outage, { status: named }) };
  return '';
};
