/** Where the process of the site serves HTML that the parent process sends. */
export const COPIES_PATH = '/bench-copy/'

export type Copy = {
  readonly name: string
  readonly html: string
  /** Of the page, beyond those that the server gives every response. */
  readonly headers: Readonly<Record<string, string>>
}
