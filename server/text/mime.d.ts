/** The part of the library that is used; it publishes no types. */
declare module 'mime' {
  const mime: { readonly getType: (name: string) => string | null }
  export default mime
}
