import type { Page } from 'playwright-core'

/** Milliseconds. */
const WITHIN = 25_000

/**
 * The texts of the elements below `main` that a selector finds, as soon as they are the expected ones; if they never
 * are, what they are in the end, so that a failed comparison shows the difference.
 */
export const textsBecoming = (
  page: Page,
  selector: string,
  expected: readonly string[],
): Promise<string[]> =>
  page.getByRole('main').evaluate(
    (main, { selector: wanted, aim, within }) =>
      new Promise<string[]>((resolve) => {
        const read = () =>
          [...main.querySelectorAll(wanted)].map((element) => (element.textContent ?? '').trim())
        const look = () => {
          const texts = read()
          if (JSON.stringify(texts) === aim) end(texts)
        }
        const observer = new MutationObserver(look)
        const timer = setTimeout(() => end(read()), within)
        const end = (texts: string[]) => {
          observer.disconnect()
          clearTimeout(timer)
          resolve(texts)
        }
        observer.observe(main, { childList: true, subtree: true, characterData: true })
        look()
      }),
    { selector, aim: JSON.stringify(expected), within: WITHIN },
  )
