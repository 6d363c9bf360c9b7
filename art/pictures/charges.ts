import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CHARGES } from '../../src/features/groups/crest/crestOf.ts'

/** One file for all charges: a crest refers to a symbol, which takes its colour from the page. */
export async function writeCharges(icons: string): Promise<void> {
  const symbols = await Promise.all(
    CHARGES.map(async (name) => {
      const svg = await readFile(path.join(icons, 'game', `${name}.svg`), 'utf8')
      const inside = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '')
      return `<symbol id="${name}" viewBox="0 0 512 512">${inside}</symbol>`
    }),
  )
  await writeFile(
    path.join(icons, 'charges.svg'),
    `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`,
  )
}
