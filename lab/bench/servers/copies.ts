/** Path below which the process of the site serves HTML that the parent process sends. */
export const COPIES_PATH = '/bench-copy/'

export type Copy = {
  readonly name: string
  readonly html: string
  /** Headers of the page besides those that the server gives every response. */
  readonly headers: Readonly<Record<string, string>>
}
