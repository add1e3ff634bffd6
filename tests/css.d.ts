// Styles that a page of a bench or a test brings; Vite bundles them.
declare module '*.css';
