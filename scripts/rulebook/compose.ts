import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RulebookSources } from './sources.ts'

const faces = [
  [
    'Alegreya',
    '@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
    'normal',
    '400 900',
  ],
  [
    'Alegreya',
    '@fontsource-variable/alegreya/files/alegreya-latin-wght-italic.woff2',
    'italic',
    '400 900',
  ],
  [
    'Alegreya Sans',
    '@fontsource/alegreya-sans/files/alegreya-sans-latin-400-normal.woff2',
    'normal',
    '400',
  ],
  [
    'Alegreya Sans',
    '@fontsource/alegreya-sans/files/alegreya-sans-latin-500-normal.woff2',
    'normal',
    '500',
  ],
  [
    'Alegreya Sans',
    '@fontsource/alegreya-sans/files/alegreya-sans-latin-700-normal.woff2',
    'normal',
    '700',
  ],
] as const

async function fontFaces(modules: string): Promise<string> {
  const rules = faces.map(async ([family, file, style, weight]) => {
    const data = (await readFile(join(modules, file))).toString('base64')
    return `@font-face{font-family:'${family}';font-style:${style};font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`
  })
  return (await Promise.all(rules)).join('\n')
}

function withFolio(html: string, number: number): string {
  if (number === 1) return html
  const folio = `<div class="folio" aria-hidden="true"><span>RPG Initiative</span><span>${number}</span></div>`
  return html.replace(/<\/section>\s*$/, `${folio}</section>`)
}

/** The whole book as one document that needs nothing from the network. `modules` is the node_modules folder with the typefaces. */
export async function composeBook(
  { css, pages }: RulebookSources,
  modules: string,
): Promise<string> {
  const sheets = pages.map(({ html }, i) => withFolio(html, i + 1)).join('\n')
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>RPG Initiative: a first book of role-playing for schools</title>
<meta name="author" content="Discordia">
<style>${await fontFaces(modules)}\n${css}</style></head><body>${sheets}</body></html>`
}
