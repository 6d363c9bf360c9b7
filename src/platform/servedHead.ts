/** `kind` is the server's word for it; the URL is absolute, so that it can be copied into another program. */
export type AnnouncedFeed = { kind: string; url: string }

/** The feeds that the server has named in the head of the document; none from a server that has none. */
export const announcedFeeds = (): AnnouncedFeed[] =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][data-feed]')].map(
    ({ dataset, href }) => ({ kind: dataset.feed ?? '', url: href }),
  )

/**
 * Removes what the server has said of the one page it served, such as its canonical URL, which browsers share. The
 * feeds stay: they belong to the whole site.
 */
export function dropServedHead(): void {
  for (const tag of document.head.querySelectorAll('[data-page]')) tag.remove()
}
