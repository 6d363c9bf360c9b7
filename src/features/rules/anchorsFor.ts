const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/**
 * One id for each title of a page, unique among them. The prefix keeps them apart from the ids of the page itself,
 * whatever somebody calls a section.
 */
export function anchorsFor(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const wanted = `rule-${slug(title) || 'section'}`
    let anchor = wanted
    for (let count = 2; taken.has(anchor); count += 1) anchor = `${wanted}-${count}`
    taken.add(anchor)
    return anchor
  })
}
