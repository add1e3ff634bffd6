import type { Words } from './fr.ts';

/** The demo's texts in English. */
export const en: Words = {
  label:
    '> **Demo (no AI).** My answers were written beforehand and come from this computer: nothing is sent anywhere. Choose a real model in the settings for real answers.\n\n',

  greeting: 'Hello! I am no AI, but everything around me is real: the files, the commands, the permissions. Write for example:\n\n',
  unknown: 'You wrote: “{text}”. Without an AI I cannot answer that. Here is what I can show; one word will do:\n\n',
  offers:
    '- **“formatting”**: a table, code, a list, a formula\n- **“read a file”** or “read README.md”: I read a real file of the working folder\n- **“edit”**: I create and edit `demo-notes.md`, and you see the difference\n- **“fail”**: a command fails, and I react\n- **“think”**: thinking, with the model *demo-thinking*\n- **“long”**: a long answer, to try Stop and the queue\n- **“tour”**: reading, editing and running, one after another\n- **“outage”**: the provider answers with an error\n',
  thanks:
    'You are welcome! Once you have a provider, a real model takes my place right here. Until then, “help” says again what I can show.',
  image: 'I have received {count} image(s). A real model would look at them; the demo sees nothing.\n\n',

  markdown:
    "## A formatted answer\n\nText streams in and takes its shape on the way: **bold**, *italic*, `code` and [links](https://example.org).\n\n| Element | Shown | Remark |\n| --- | :---: | ---: |\n| Table | yes | aligned columns |\n| Code | yes | highlighted |\n| Formula | yes | without a network |\n\n```ts\n/** Counts the words of a text. */\nexport function countWords(text: string): number {\n  return text.split(/\\s+/).filter(word => word !== '').length;\n}\n```\n\n1. One step\n2. Another one\n   - with a detail\n   - and a second\n\n- [x] a task that is done\n- [ ] a task to do\n\n> A quotation, to end with.\n\nAnd a formula, $e^{i\\pi} + 1 = 0$, then one on a line of its own:\n\n$$\n\\sum_{k=1}^{n} k = \\frac{n(n+1)}{2}\n$$\n",

  looking: 'I look at what the working folder holds.',
  reading: 'I read `{path}`.',
  noTool: 'This conversation has no tool `{tool}`, so I cannot show you that. Try “formatting” or “long”.',
  emptyFolder: 'The working folder holds no file that I can read. Write “edit”, and I will create one.',
  listRefused:
    'I could not look into the folder:\n\n```text\n{why}\n```\n\nName a file, “read README.md” for example, and I will read it directly.',
  readRefused: 'I could not read `{path}`:\n\n```text\n{why}\n```\n\nCheck the name, or write just “read a file”, and I will choose one.',
  readText: '`{path}` has **{lines} lines** and **{words} words**. ',
  readHeading: 'Its first heading is “{heading}”. ',
  readKeys: 'It is JSON; its first keys are {keys}. ',
  readQuote: 'It begins like this:\n\n> {quote}\n\n',
  readEnd: 'This does come from your disk: change the file and ask again, and my answer changes too.\n\n',

  checking: 'First I look whether `demo-notes.md` is there already, so that nothing is overwritten.',
  creating: 'It is not there, so I create it.',
  editing: 'Now I tick its first line and add one.',
  adding: 'It is there, so I add a line and leave the rest alone.',
  notes: '# Notes of the demo\n\n- [ ] Try an edit\n- [ ] Look at the difference\n',
  notesFrom: '- [ ] Try an edit\n',
  notesTo: '- [x] Try an edit\n- [ ] Take it back if you do not like it\n',
  notesAdded: '- [ ] One more line, added by the demo',
  edited:
    '`demo-notes.md` is up to date. The lines that came and went stand on the tool’s row, and the panel of changed files counts them. Delete the file whenever you like.\n\n',
  editRefused:
    'The edit did not happen:\n\n```text\n{why}\n```\n\nIf you refused it, so much the better: it is yours to decide. Write “edit” to try again.\n\n',

  failing: 'I run a command that is going to fail: it looks for a folder that does not exist.',
  failed: 'It failed, as expected. The output names the cause:\n\n```text\n{why}\n```\n\nI adapt, and look at what is really there.',
  recovered:
    'This time it works: entries in the folder: {count}. So a failure does not end the conversation; the model reads it and takes another way.\n\n',
  recoverRefused: 'That command did not get through either:\n\n```text\n{why}\n```\n\nI stop here rather than insist.\n\n',
  refused: 'The command was not allowed:\n\n```text\n{why}\n```\n\nI stop here. You can allow it once, or make a rule.\n\n',

  thought:
    'I am asked to think. Let me see: three boxes are labelled “apples”, “pears” and “mixed”, and all of the labels lie.\n\nIf I draw a fruit from the box “mixed”, the box holds one kind only, because its label lies. Say an apple: then it is the box of apples.\n\nThe box “pears” holds neither pears nor the apples, which are found: it is the mixed one. The last one holds the pears. One draw is enough.',
  thinking:
    'I have chosen a small puzzle. Three boxes are labelled “apples”, “pears” and “mixed”, and **all of the labels are wrong**. How many fruits must one draw to know everything?\n\n**Just one**, from the box “mixed”. The reasoning unfolds above this answer.\n',
  thinkingOff:
    'The model *demo* answers without thinking. Choose **demo-thinking** in the model picker, with a thinking level other than “off”, and ask again.',
  brief: 'The question is short: “{text}”. I look for the one of my answers that fits it, and give that.',

  long: 'Here is a long answer. **Stop** interrupts it; a message that you send now goes to the **queue**, where you can edit it.\n\n',
  paragraph:
    '### {number}. {title}\n\nThe harbour wakes before the day does. A lamp goes from window to window, then the door of the shed creaks and the first steps ring on the quay. Crates are loaded, ropes are counted, voices are low. The water is black still, but a bright line already parts it from the sky, and everybody knows what there will be to think of when the sun has passed the breakwater.\n\n',
  titles: 'The quay, The lamp, The shed, The tide, The lighthouse, The map, The wind, The departure',
  longEnd: 'The end of the long answer.\n',

  tourRead: 'The tour has three steps: reading, editing, running. ',
  tourEnd: '**The tour is over.** A real model reads, edits and runs in the same way. “formatting”, “think” and “long” show the rest.\n',

  outage: 'The demo plays an outage ({status}), because you asked for one. Write something else, and it will answer again.',
  title: 'Trying the demo',
  commit: 'Change {files}',
};
