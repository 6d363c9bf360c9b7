import type { Page } from 'playwright-core'

/** Least size of a touch target, in CSS pixels. */
const TAP = 44

/** Touch faults of a small screen: targets that are too small or covered, a page that is too wide, covered titles. */
export const thumbFindings = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const found: string[] = []
    const excess = document.documentElement.scrollWidth - window.innerWidth
    if (excess > 0) found.push(`is ${excess} px too wide`)
    // Elements behind a dialog or an open list cannot be touched.
    const front = [
      ...document.querySelectorAll('dialog, [role=dialog], [role=listbox], [role=menu]'),
    ].findLast((each) => each.checkVisibility({ visibilityProperty: true }))
    const targets = (front ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, select, summary, textarea, input:not([type=hidden]), [role=button], [role=combobox]',
    )
    for (const target of targets) {
      // A label or a frame around it takes the tap as well.
      const tapped = target.closest('label, .MuiInputBase-root, .MuiRadio-root') ?? target
      const { width, height } = tapped.getBoundingClientRect()
      const isSeen = target.checkVisibility({ opacityProperty: true }) && width > 1 && height > 1
      // A link in the middle of a sentence is as high as its line (WCAG 2.5.8).
      const isInline = getComputedStyle(target).display === 'inline'
      if (isSeen && !isInline && Math.min(width, height) < least - 0.5)
        found.push(`${Math.round(width)}x${Math.round(height)} ${target.outerHTML.slice(0, 120)}`)
      // Sticky bars at the edges of the window cover a target only until it is scrolled to the middle.
      tapped.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { left, top } = tapped.getBoundingClientRect()
      const on = document.elementFromPoint(left + width / 2, top + height / 2)
      // `elementFromPoint` finds nothing outside the window.
      if (isSeen && on && !tapped.contains(on) && !on.contains(tapped))
        found.push(`covered: ${target.outerHTML.slice(0, 120)}`)
    }
    const title = document.querySelector('h1')
    const { right = 0, bottom = 0 } = title?.getBoundingClientRect() ?? {}
    const next = title?.nextElementSibling?.getBoundingClientRect()
    const isBeside = next !== undefined && next.width > 0 && next.top < bottom
    if (isBeside && right > next.left + 0.5) found.push('title under its neighbour')
    return found
  }, TAP)
