import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What can stand on a crest: our names of game icons; src/features/dashboard/crest/crestOf.ts has the same list. */
const charges = [
  'apple',
  'bell',
  'boat',
  'book',
  'bridge',
  'castle',
  'combat',
  'creature',
  'eel',
  'event',
  'faction',
  'goat',
  'lantern',
  'moth',
  'plant',
  'scales',
  'scroll',
  'travel',
] as const

/** One file for all charges: a crest refers to a symbol, which takes its colour from the page. */
export async function writeCharges(icons: string): Promise<void> {
  const symbols = await Promise.all(
    charges.map(async (name) => {
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
