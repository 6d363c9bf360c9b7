import { fontFaces } from '../faces.ts'
import type { RulebookSources } from './sources.ts'

function withFolio(html: string, number: number): string {
  if (number === 1) return html
  const folio = `<div class="folio" aria-hidden="true"><span>RPG Initiative</span><span>${number}</span></div>`
  return html.replace(/<\/section>\s*$/, `${folio}</section>`)
}

/** The whole book as one document that needs nothing from the network. */
export async function composeBook({ css, pages }: RulebookSources): Promise<string> {
  const sheets = pages.map(({ html }, i) => withFolio(html, i + 1)).join('\n')
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>RPG Initiative: a first book of role-playing for schools</title>
<meta name="author" content="Discordia">
<style>${await fontFaces()}\n${css}</style></head><body>${sheets}</body></html>`
}
