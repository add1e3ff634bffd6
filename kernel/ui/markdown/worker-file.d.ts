/** Where Vite puts the file that a worker is made of. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
