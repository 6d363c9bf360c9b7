import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paletteCss } from '../palette.ts'
import { drawings } from './drawings.ts'

interface PageSource {
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
function placeDrawings(html: string): string {
  return html.replace(marker, (_, name: string, words: string | undefined) => {
    const draw = drawings[name]
    if (draw === undefined) throw new Error(`No drawing ${name}`)
    const label =
      words === undefined
        ? 'aria-hidden="true"'
        : `role="img" aria-label="${escapeAttribute(words.trim())}"`
    return draw().trim().replace('<svg ', `<svg ${label} `)
  })
}

/** A page's hash covers its text, its drawings and the style sheet; the book's hash covers all pages. */
export async function readSources(): Promise<RulebookSources> {
  const folder = join(import.meta.dirname, 'pages')
  const sheet = await readFile(join(import.meta.dirname, 'book.css'), 'utf8')
  const css = sheet.replace('/* palette */', paletteCss)
  const pages = (await readdir(folder)).sort().map(async (file): Promise<PageSource> => {
    const html = placeDrawings(await readFile(join(folder, file), 'utf8'))
    return { file, html, sha256: sha256(`${css}\0${html}`) }
  })
  const read = await Promise.all(pages)
  const hashes = read.map((page) => `${page.file} ${page.sha256}`)
  return { css, pages: read, sha256: sha256(hashes.join('\n')) }
}
