const waitMs = 10 * 60_000;

const words = {
  title: 'Quels gallons, pintes et tasses ? / Which gallons, pints and cups?',
  text: 'Le convertisseur doit le savoir une fois. / The converter needs to know once. 1 US gal = 3.79 l · 1 imp gal = 4.55 l.',
  us: 'États-Unis / US',
  imperial: 'Impérial / Imperial',
};

/**
 * The system of units that the person uses: stored before, or asked for with a sheet in the conversation. Undefined where the person
 * did not answer. A tool has no window of its own, so the sheet has texts in both languages.
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
