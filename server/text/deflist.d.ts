/** The package has no types. */
declare module 'markdown-it-deflist' {
  const plugin: (parser: import('markdown-it').default) => void
  export default plugin
}
