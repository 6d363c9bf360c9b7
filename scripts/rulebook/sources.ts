import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface PageSource {
  file: string
  html: string
  sha256: string
}
export interface RulebookSources {
  css: string
  pages: PageSource[]
  sha256: string
}

const marker = /\{\{art:([a-z]+)(?:\s*\|\s*([^}]+))?\}\}/g

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}

/** Puts each drawing in place of its marker; with words after the bar it is a picture with that text, without them decoration. */
export function placeDrawings(html: string, art: ReadonlyMap<string, string>): string {
  return html.replace(marker, (_, name: string, words: string | undefined) => {
    const drawing = art.get(name)
    if (drawing === undefined) throw new Error(`No drawing rulebook/art/${name}.svg`)
    const label =
      words === undefined
        ? 'aria-hidden="true"'
        : `role="img" aria-label="${escapeAttribute(words.trim())}"`
    return drawing.trim().replace('<svg ', `<svg ${label} `)
  })
}

async function readFolder(folder: string, ending: string): Promise<[string, string][]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort()
  return Promise.all(
    names.map(
      async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')],
    ),
  )
}

/** Reads `rulebook/`. A page's hash covers its text, its drawings and the style sheet; the book's hash covers all pages. */
export async function readSources(root: string): Promise<RulebookSources> {
  const [css, art, fragments] = await Promise.all([
    readFile(join(root, 'book.css'), 'utf8'),
    readFolder(join(root, 'art'), '.svg'),
    readFolder(join(root, 'pages'), '.html'),
  ])
  const drawings = new Map(art.map(([name, svg]) => [name.replace('.svg', ''), svg]))
  const pages = fragments.map(([file, fragment]) => {
    const html = placeDrawings(fragment, drawings)
    return { file, html, sha256: sha256(`${css}\0${html}`) }
  })
  return {
    css,
    pages,
    sha256: sha256(pages.map((page) => `${page.file} ${page.sha256}`).join('\n')),
  }
}
