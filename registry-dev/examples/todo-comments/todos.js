/** The TODO comments of a text, with their lines counted from one. */
export function todosIn(text) {
  return text.split('\n').flatMap((line, index) => {
    const found = /(?:\/\/|\/\*|^\s*\*)\s*TODO\b:?\s*([^*]*)/.exec(line);
    return found === null ? [] : [{ line: index + 1, text: found[1].trim().slice(0, 200) }];
  });
}
