import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Files of the typefaces: Alegreya for text and headings, Alegreya Sans for labels. */
export const ALEGREYA = face('-variable/alegreya/files/alegreya-latin-wght-normal')
const FACES = [
  ['Alegreya', 'normal', '400 900', ALEGREYA],
  ['Alegreya', 'italic', '400 900', face('-variable/alegreya/files/alegreya-latin-wght-italic')],
  ...[400, 500, 700].map(
    (weight) =>
      [
        'Alegreya Sans',
        'normal',
        String(weight),
        face(`/alegreya-sans/files/alegreya-sans-latin-${weight}-normal`),
      ] as const,
  ),
] as const

function face(path: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource${path}.woff2`))
}

/** The typefaces as data URLs: a document with them needs neither a server nor the network. */
export async function fontFaces(): Promise<string> {
  const rules = FACES.map(async ([family, style, weight, file]) => {
    const data = await readFile(file, 'base64')
    return `@font-face{font-family:'${family}';font-style:${style};font-weight:${weight};src:url(data:font/woff2;base64,${data}) format('woff2')}`
  })
  return (await Promise.all(rules)).join('\n')
}
