const waitMs = 10 * 60_000;

const words = {
  title: 'Quels gallons, pintes et tasses ? / Which gallons, pints and cups?',
  text: 'Le convertisseur doit le savoir une fois. / The converter needs to know once. 1 US gal = 3.79 l · 1 imp gal = 4.55 l.',
  us: 'États-Unis / US',
  imperial: 'Impérial / Imperial',
};

/**
 * Which system the person uses: what was chosen before, or a sheet in the conversation that asks for it. Undefined where nobody
 * answered. A tool has no window of its own, so the sheet speaks both languages.
 */
export async function systemFor(conversation, agent, kept) {
  const known = kept.read();
  if (known !== undefined) return known;
  const question = { kind: 'requirements', title: words.title, text: words.text, options: [words.us, words.imperial] };
  const answer = await agent.ask(conversation, question, waitMs);
  if (answer?.choice !== words.us && answer?.choice !== words.imperial) return undefined;
  const system = answer.choice === words.us ? 'us' : 'imperial';
  kept.write(system);
  return system;
}
