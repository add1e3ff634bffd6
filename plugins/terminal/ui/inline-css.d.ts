/** A style sheet of a package, as a text. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
