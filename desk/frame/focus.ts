const ENTRY = 'article, tr, li'
const TARGETS = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled])'

/** Where the focus was: the element, and what stood around it. */
export type Place = {
  readonly element: HTMLElement
  readonly around: readonly Element[]
  /** The row or card among its kind, the outermost last. */
  readonly entries: readonly { readonly list: Element; readonly at: number }[]
}

export function placeOf(element: HTMLElement): Place {
  const around: Element[] = []
  for (let one = element.parentElement; one !== null; one = one.parentElement) around.push(one)
  const entries = around.flatMap((one) => {
    const list = one.parentElement
    return one.matches(ENTRY) && list ? [{ list, at: placeAmong(list, one) }] : []
  })
  return { element, around, entries }
}

const isEntry = (element: Element): boolean => element.matches(ENTRY)
const placeAmong = (list: Element, entry: Element): number =>
  [...list.children].filter(isEntry).indexOf(entry)

/**
 * Where somebody goes on whose element is gone: in the same row or card, in the one that came in its place, in the
 * last one of a list that has become shorter, or else at the page's heading.
 */
export function nextAfter({ element, around, entries }: Place): HTMLElement | null {
  if (element.isConnected) return element
  const stay = around.find((one) => one.isConnected)
  const own = stay?.closest(ENTRY)
  if (own instanceof HTMLElement && own.closest('main')) return targetIn(own)
  for (const { list, at } of entries) {
    if (!list.isConnected) continue
    const left = [...list.children].filter(isEntry)
    const next = left[at] ?? left.at(-1)
    if (next instanceof HTMLElement) return targetIn(next)
  }
  return document.querySelector('h1')
}

/** A card is gone on with at its heading, a row at the first thing that can be pressed. */
const targetIn = (entry: HTMLElement): HTMLElement =>
  entry.querySelector<HTMLElement>('h2, h3') ?? entry.querySelector<HTMLElement>(TARGETS) ?? entry
