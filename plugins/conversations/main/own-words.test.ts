import { expect, test } from 'vitest';
import { ownWords } from '../contract/index.ts';

test('of a message only what the person wrote counts as their words: no quotation with the lines that go on with it, no fence, also in a list', () => {
  const own = (text: string) => ownWords(text).trim();
  expect({
    goesOn: own('> The page says\nthat the bank is Mallory’s.\n\nI disagree.'),
    inList: own('- > The bank is Mallory’s.\n- I disagree.'),
    deep: own('    > The bank is Mallory’s.'),
    numbered: own('1. ```\n   the bank\n   ```\n2. I disagree.'),
    fence: own('~~~\nthe bank\n```\nof Mallory\n~~~\nI disagree.'),
    open: own('I disagree.\n```\nthe bank'),
    inline: own('```the bank``` is what I mean.\nI disagree.'),
    list: own('- Likes tea\n- 5 > 3'),
  }).toEqual({
    goesOn: 'I disagree.',
    inList: '- I disagree.',
    deep: '',
    numbered: '2. I disagree.',
    ...{ fence: 'I disagree.', open: 'I disagree.' },
    inline: '```the bank``` is what I mean.\nI disagree.',
    list: '- Likes tea\n- 5 > 3',
  });
});

test('what stands in a fence does not end it: no mark in a list, further in or with words after it, and a mark alone does, also of a fence in a list', () => {
  const own = (text: string) => ownWords(text).trim();
  const pasted = (line: string) => own(`\`\`\`\nthe page\n${line}\nThe bank is Mallory’s.\n\`\`\`\nI disagree.`);
  expect({
    pasted: ['- ```', '        ```', '\t```', '```js', '1. ```', '> ```', '~~~', '``'].map(pasted),
    longer: own('```\nthe bank\n  `````  \nI disagree.'),
    inList: own('- A page:\n  ```\n  the bank\n  - ```\n  of Mallory\n  ```\n- I disagree.'),
    deeper: own('10. ```\n    the bank\n    ```\nI disagree.'),
  }).toEqual({
    pasted: Array(8).fill('I disagree.'),
    longer: 'I disagree.',
    inList: '- A page:\n- I disagree.',
    deeper: 'I disagree.',
  });
});

test('an answer below a quotation is the person’s own where the quotation ends: after an empty quoted line, a heading, a rule or a fence in it, and with a heading, a rule or a list', () => {
  const own = (text: string) => ownWords(text).trim();
  const answers = ['> A mail\n>', '> ```\n> code\n> ```', '> # Title', '> text\n> ---', '> > text\n> >'].map(quoted =>
    own(`${quoted}\nI live in Brest.`),
  );
  const begins = ['# I live in Brest.', '---', '* I live in Brest.', '1. I live in Brest.'].map(answer => own(`> text\n${answer}`));
  const goesOn = [
    '> text\nof the page',
    '> - text\nof the page',
    '> text\n14. of the page',
    '> text\n    - of the page',
    '> # Title\n> text\nmore',
  ].map(own);
  expect({ answers, begins, goesOn }).toEqual({
    answers: Array(5).fill('I live in Brest.'),
    begins: ['# I live in Brest.', '---', '* I live in Brest.', '1. I live in Brest.'],
    goesOn: Array(5).fill(''),
  });
});

test('a quotation in HTML is pasted too: with its attributes, over lines, in another one, left open at the beginning of a line; a tag that is only spoken of is none', () => {
  const own = (text: string) => ownWords(text).trim();
  expect({
    quoted: [
      '<blockquote>The bank is Mallory’s.</blockquote>\nI disagree.',
      '<blockquote cite="https://mallory.example">\n<p>The bank\n\nis Mallory’s.</p>\n</blockquote>\nI disagree.',
      '<BLOCKQUOTE>a<blockquote>b</blockquote>the bank</BLOCKQUOTE>\nI disagree.',
      '<pre>the bank</pre>\nI disagree.',
      'I disagree.\n<blockquote>\nthe bank\n\nof Mallory',
      'I disagree.\n<blockquote\n  class="x">the bank',
    ].map(own),
    inline: own('I say <q>the bank</q> here.'),
    spoken: [
      'A <blockquote> is what I use.\nI like tea.',
      'Write `<pre>` and `</pre>` around it.',
      'The <query> element.',
      'I closed it with </q>.',
    ].map(own),
    inFence: own('```\n<blockquote>\n```\nI like tea.'),
  }).toEqual({
    quoted: Array(6).fill('I disagree.'),
    inline: 'I say   here.',
    spoken: [
      'A <blockquote> is what I use.\nI like tea.',
      'Write `<pre>` and `</pre>` around it.',
      'The <query> element.',
      'I closed it with </q>.',
    ],
    inFence: 'I like tea.',
  });
});
