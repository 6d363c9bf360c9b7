import type { Page } from 'playwright-core'
import { settled } from '../../test/helpers/browser/browser.ts'

const OPENERS = 'main button, header button'

/**
 * Presses each button of the page whose kind of name is new, and looks at what has opened.
 * @param rest the part of a name that does not belong to its kind
 */
export async function pressButtons(
  page: Page,
  pressed: Set<string>,
  rest: RegExp,
  look: (name: string) => Promise<void>,
): Promise<void> {
  const { href } = new URL(page.url())
  const count = await page.locator(OPENERS).count()
  const [source, flags] = [rest.source, rest.flags]
  for (let at = 0; at < count; at += 1) {
    const known = [...pressed]
    const name = await page.evaluate(pressNew, { buttons: OPENERS, at, known, source, flags })
    if (name === null) continue
    pressed.add(name)
    await settled(page)
    await look(name)
    await page.keyboard.press('Escape')
    if (page.url() !== href) await page.goto(href)
  }
}

type Press = { buttons: string; at: number; known: string[]; source: string; flags: string }

/** Runs in the page. @returns the name of the button, null if it cannot be pressed or is known */
function pressNew({ buttons, at, known, source, flags }: Press): string | null {
  const button = document.querySelectorAll<HTMLButtonElement>(buttons)[at]
  // A small screen has some behind another button; they can be pressed all the same.
  const isThere = button?.checkVisibility() || button?.closest('[popover]')
  if (!button || !isThere || button.disabled || button.ariaDisabled === 'true') return null
  const words = button.ariaLabel ?? button.textContent
  const name = words.replace(new RegExp(source, flags), '')
  if (known.includes(name)) return null
  button.click()
  return name
}
