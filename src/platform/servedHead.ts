/** The URL is absolute, so that it can be copied into a feed reader. */
type AnnouncedFeed = { readonly kind: string; readonly url: string }

/** The feeds that the server lists in the head of the document. */
export const announcedFeeds = (): AnnouncedFeed[] =>
  [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="alternate"][data-feed]')].map(
    ({ dataset, href }) => ({ kind: dataset.feed ?? '', url: href }),
  )

/** Removes what the server wrote about the served page, such as its canonical URL. The feeds stay. */
export function dropServedHead(): void {
  for (const tag of document.head.querySelectorAll('[data-page]')) tag.remove()
}
