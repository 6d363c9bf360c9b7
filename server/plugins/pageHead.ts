/** Asks what belongs into the head of a page; null for a page that has nothing of its own to say. */
export type HeadOf = (path: string) => Promise<string | null>

/** The site's page with other words in its head: its own title and description give way. */
export const withHead = (page: string, head: string): string =>
  page
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="?description"? [^>]*>/, '')
    // By a function: a title may hold `$&`, which means something in a replacement text.
    .replace('</head>', () => `${head}</head>`)
