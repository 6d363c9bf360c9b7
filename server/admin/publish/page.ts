/// <reference path="./domino.d.ts" />
import domino, { type Element } from '@mixmark-io/domino'
import type { Kit } from '../../text/kit.ts'
import { type Attributes, element, textElement } from '../../text/markup.ts'

export type CopiedPage = { readonly html: string; readonly title: string; readonly text: string }

type Copying = {
  readonly url: URL
  readonly texts: Kit['texts']['pages']['copy']
  /** What buttons open, by the path of their page and their words. */
  readonly buttons: ReadonlyMap<string, string>
  /** @returns the link to put there; null for a file that is not there */
  readonly linkTo: (address: string, isFile: boolean) => Promise<string | null>
}

/** Stands for the search page of the copy, which lists all pages; the site has no page at this path. */
export const SEARCH_PATH = '/search.html'

/** What only works with scripts. */
const LIVE =
  'script, template, dialog, [role="dialog"], input, select, label, footer fieldset, link[rel~="preload"], link[rel~="manifest"], meta[http-equiv], meta[name="features"], meta[name="languages"]'
/** A part with none of these waits for a script. */
const CONTENT = 'h1, p, li, a, img, video, dd, article, time, form, figure'
const LINKS = [
  ...[['a', 'href'] as const, ['link', 'href'] as const, ['img', 'src'] as const],
  ...[['source', 'src'] as const, ['video', 'src'] as const, ['video', 'poster'] as const],
  ...[['track', 'src'] as const],
]
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, dt, dd, td, th, div'

/** A page of the site as a file that needs no server: without scripts, with relative links, a line in place of forms. */
export async function copiedPage(html: string, copying: Copying): Promise<CopiedPage> {
  const document = domino.createDocument(html)
  const all = (selector: string) => Array.from(document.querySelectorAll(selector))
  const opened = document.querySelector('main [aria-expanded="true"]')?.closest('article')
  for (const one of all('noscript')) one.outerHTML = one.innerHTML
  // Its icon, too.
  for (const one of all('input[type="search"]')) drop(one.closest('span') ?? one)
  for (const one of all(LIVE)) drop(one)
  for (const one of all('button')) replaceButton(one, copying)
  for (const one of all('[role="tabpanel"], [role="tablist"]'))
    for (const name of ['role', 'aria-label', 'aria-orientation', 'tabindex'])
      one.removeAttribute(name)
  for (const one of all('main section, main [role="group"]'))
    if (one.querySelector(CONTENT) === null) drop(one)
  for (const one of all('.ways'))
    one.innerHTML += element('li', textElement('a', copying.texts.search, { href: SEARCH_PATH }))
  await relink(all, copying)
  for (const one of all('form'))
    one.outerHTML = element('p', textElement('a', copying.texts.form, { href: copying.url.href }))
  const result = `<!doctype html>\n${document.documentElement.outerHTML}\n`
  const subject = opened ?? document.querySelector('main')
  for (const one of Array.from(subject?.querySelectorAll(BLOCKS) ?? []))
    one.appendChild(document.createTextNode(' '))
  const words = (part: Element | null | undefined) =>
    (part?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const title = words(opened?.querySelector('h3')) || document.title
  return { html: result, title, text: words(subject) }
}

/** What a button opens is there already, has a file of its own, or is left out. */
function replaceButton(button: Element, { url, buttons }: Copying): void {
  const words = button.textContent.replace(/^\d+\.\s*/, '').trim()
  const page = url.pathname.replace(/\/$/, '')
  const shape: Attributes = { class: button.getAttribute('class') ?? '' }
  const isSearch = button.getAttribute('id') === 'site-search'
  const href = isSearch ? SEARCH_PATH : buttons.get(`${page} ${words}`)
  if (href !== undefined) {
    const isCurrent = button.getAttribute('aria-selected') === 'true'
    const attributes: Attributes = isCurrent
      ? { ...shape, 'aria-current': 'page', 'data-selected': '' }
      : shape
    button.outerHTML = element('a', button.innerHTML, { ...attributes, href })
  } else if (button.getAttribute('aria-controls') !== null && button.closest('main') !== null)
    button.outerHTML = element('span', button.innerHTML, shape)
  else drop(button)
}

/** Removes an element, and what is empty without it. */
function drop(one: Element): void {
  const around = one.parentElement
  one.remove()
  if (around?.closest('main *') && !around.textContent.trim() && !around.querySelector(CONTENT))
    drop(around)
}

async function relink(all: (selector: string) => Element[], { linkTo }: Copying): Promise<void> {
  for (const [tag, name] of LINKS)
    for (const one of all(`${tag}[${name}]`)) {
      // These describe the page of the site.
      if (
        one.getAttribute('rel') === 'canonical' ||
        (tag === 'link' && one.getAttribute('hreflang'))
      )
        continue
      const link = await linkTo(one.getAttribute(name) ?? '', tag !== 'a')
      if (link === null) one.removeAttribute(name)
      else one.setAttribute(name, link)
    }
  for (const one of all('[srcset]')) {
    const sizes: string[] = []
    for (const size of (one.getAttribute('srcset') ?? '').split(',')) {
      const [address = '', ...width] = size.trim().split(/\s+/)
      const link = await linkTo(address, true)
      if (link !== null) sizes.push([link, ...width].join(' '))
    }
    one.setAttribute('srcset', sizes.join(', '))
  }
}

/** A style sheet whose files are beside it. Pages without scripts look the same where a browser could run some. */
export async function copiedStyle(
  css: string,
  linkTo: (address: string) => Promise<string | null>,
): Promise<string> {
  const links = new Map<string, string>()
  const pattern = /url\((['"]?)([^'")]+)\1\)/g
  for (const [, , address = ''] of css.matchAll(pattern))
    links.set(address, (await linkTo(address)) ?? address)
  return css
    .replace(pattern, (_all, _quote, address: string) => `url("${links.get(address)}")`)
    .replace(/\(scripting:\s*none\)/g, '(width>0)')
}
