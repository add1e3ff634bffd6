import type { Person } from '../contract/index.ts';

/** What a model is told of names, if the person chose any. JSON, so that no name looks like an instruction of its own. */
export function namesSection({ assistant, user }: Person): { readonly title: string; readonly text: string } | undefined {
  const said = [
    ...(assistant === 'Atelier' ? [] : [`The person calls you ${JSON.stringify(assistant)}.`]),
    ...(user === '' ? [] : [`The person’s name is ${JSON.stringify(user)}.`]),
  ];
  return said.length === 0 ? undefined : { title: 'Names', text: said.join(' ') };
}
