const slug = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** A unique id per title. The prefix keeps them apart from the other ids of the page. */
export function anchorsFor(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title) => {
    const base = `rule-${slug(title) || 'section'}`
    let anchor = base
    for (let count = 2; taken.has(anchor); count += 1) anchor = `${base}-${count}`
    taken.add(anchor)
    return anchor
  })
}
