/** Asks what belongs into the head of a page; null for a page that has nothing of its own to say. */
export type HeadOf = (path: string, query?: URLSearchParams) => Promise<string | null>

/** The head of the first that has one for a page. */
export const firstHead =
  (...heads: readonly HeadOf[]): HeadOf =>
  async (path, query) => {
    for (const headOf of heads) {
      const head = await headOf(path, query)
      if (head !== null) return head
    }
    return null
  }

/** The site's page with other words in its head: its own title and description give way. */
export const withHead = (page: string, head: string): string =>
  page
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="?description"? [^>]*>/, '')
    // By a function: a title may hold `$&`, which means something in a replacement text.
    .replace('</head>', () => `${head}</head>`)
