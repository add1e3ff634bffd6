import { type ChatRequest, turnOf } from './conversation.ts';
import { fill, play, type Reply } from './scenario.ts';
import { backgroundScenario } from './scenarios/background.ts';
import { scenarioNamed } from './scenarios/choose.ts';
import { unknown } from './scenarios/talk.ts';
import { wordsOf } from './words/index.ts';

export const thinkingModel = 'demo-thinking';

/** What the demo does about a conversation as it stands. */
export function answer(request: ChatRequest): Reply {
  const turn = turnOf(request, request.model === thinkingModel);
  const words = wordsOf[turn.language];
  const unseen = backgroundScenario(turn);
  if (unseen) return play(unseen, turn);
  const reply = play(scenarioNamed(turn.text) ?? unknown, turn);
  if (reply.status !== undefined) return reply;
  const begins = turn.answers.length === 0;
  const seen = begins && turn.images > 0 ? fill(words.image, { count: turn.images }) : '';
  const labelled = (begins && turn.first ? words.label : '') + seen + reply.text;
  if (!turn.thinks || !begins) return { ...reply, text: labelled };
  const riddle = reply.text === words.thinking;
  const thinking = riddle ? words.thought : fill(words.brief, { text: turn.text.trim().replace(/\s+/g, ' ').slice(0, 80) });
  return { ...reply, text: labelled, thinking };
}
