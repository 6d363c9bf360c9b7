import domino from '@mixmark-io/domino'
import type { Kit } from '../../text/kit.ts'
import { fileOf, linkFrom } from './places.ts'

export type CopiedPage = {
  readonly html: string
  /** URLs of the site that the page needs or leads to. */
  readonly found: readonly URL[]
  /** For the search. */
  readonly title: string
  readonly text: string
}

type Place = {
  readonly url: URL
  readonly file: string
  readonly texts: Kit['texts']['pages']['copy']
}

/** What only works with scripts. */
const LIVE =
  'script, noscript, template, button, dialog, [role="dialog"], [role="search"], link[rel~="preload"], link[rel~="modulepreload"], link[rel~="manifest"], meta[http-equiv], meta[name^="discordia"]'
const URLS = [
  ...[['a', 'href'] as const, ['link', 'href'] as const, ['img', 'src'] as const],
  ...[['source', 'src'] as const, ['video', 'src'] as const, ['video', 'poster'] as const],
  ...[['track', 'src'] as const, ['use', 'href'] as const],
]

/** A page of the site as a file that needs no server: without scripts, with relative links, a line in place of forms. */
export function copiedPage(html: string, { url, file, texts }: Place): CopiedPage {
  const document = domino.createDocument(html)
  for (const one of document.querySelectorAll(LIVE)) one.remove()
  for (const form of document.querySelectorAll('form')) {
    const line = document.createElement('p')
    const link = document.createElement('a')
    link.setAttribute('href', url.href)
    link.textContent = texts.form
    line.appendChild(link)
    form.replaceWith(line)
  }
  const found: URL[] = []
  const local = (address: string): string => {
    const target = URL.parse(address, url)
    if (target === null || target.origin !== url.origin) return address
    const place = fileOf(target)
    // Pages for members are on the site alone.
    if (place === null) return target.href
    found.push(target)
    return `${linkFrom(file, place)}${target.hash}`
  }
  for (const [tag, name] of URLS)
    for (const element of document.querySelectorAll(`${tag}[${name}]`))
      if (element.getAttribute('href') !== url.href || tag !== 'a')
        element.setAttribute(name, local(element.getAttribute(name) ?? ''))
  for (const element of document.querySelectorAll('[srcset]')) {
    const sizes = (element.getAttribute('srcset') ?? '').split(',').map((one) => {
      const [address = '', ...size] = one.trim().split(/\s+/)
      return [local(address), ...size].join(' ')
    })
    element.setAttribute('srcset', sizes.join(', '))
  }
  const search = document.createElement('a')
  search.setAttribute('href', linkFrom(file, 'search.html'))
  search.textContent = texts.search
  document.querySelector('header')?.appendChild(search)
  const main = document.querySelector('main')
  return {
    html: `<!doctype html>\n${document.documentElement.outerHTML}\n`,
    found,
    title: document.title,
    text: (main?.textContent ?? '').replace(/\s+/g, ' ').trim(),
  }
}

/** A style sheet whose files are beside it. */
export function copiedStyle(css: string, url: URL, file: string) {
  const found: URL[] = []
  const text = css.replace(/url\((['"]?)([^'")]+)\1\)/g, (whole, _quote, address: string) => {
    const target = URL.parse(address, url)
    const place = target?.origin === url.origin ? fileOf(target) : null
    if (target === null || place === null) return whole
    found.push(target)
    return `url("${linkFrom(file, place)}")`
  })
  return { text, found }
}
