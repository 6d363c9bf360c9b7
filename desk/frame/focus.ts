const ENTRY = 'article, tr, li'
const TARGETS = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled])'

/** `around`: the element and its ancestors */
export type FocusContext = {
  readonly element: HTMLElement
  readonly around: readonly Element[]
  /** Its rows or cards with their indexes, the outermost last. */
  readonly entries: readonly { readonly list: Element; readonly index: number }[]
}

export function contextOf(element: HTMLElement): FocusContext {
  const around: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) around.push(one)
  const entries = around.flatMap((one) => {
    const list = one.parentElement
    return one.matches(ENTRY) && list ? [{ list, index: indexAmong(list, one) }] : []
  })
  return { element, around, entries }
}

const isEntry = (element: Element): boolean => element.matches(ENTRY)
const indexAmong = (list: Element, entry: Element): number =>
  [...list.children].filter(isEntry).indexOf(entry)

/**
 * The next element for the focus when its element is removed: in the same row or card, in the one that has its index
 * now, in the last one of a shorter list, at the note of an empty list, or at the page's heading.
 */
export function nextAfter({ element, around, entries }: FocusContext): HTMLElement | null {
  if (element.isConnected) return element
  const stay = around.find((one) => one.isConnected)
  const own = stay?.closest(ENTRY)
  if (own instanceof HTMLElement && own.closest('main')) return targetIn(own)
  for (const { list, index } of entries) {
    if (!list.isConnected) continue
    const left = [...list.children].filter(isEntry)
    const next = left[index] ?? left.at(-1)
    if (next instanceof HTMLElement) return next.matches('[tabindex]') ? next : targetIn(next)
  }
  return document.querySelector<HTMLElement>('[data-empty]') ?? document.querySelector('h1')
}

/** The heading of a card, the first control of a row. */
const targetIn = (entry: HTMLElement): HTMLElement =>
  entry.querySelector<HTMLElement>('h2, h3') ?? entry.querySelector<HTMLElement>(TARGETS) ?? entry
