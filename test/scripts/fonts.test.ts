import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FONTS = join(ROOT, 'public/fonts')
/** Bytes of all font files together: at most 90 kB in all. */
const BUDGET = 90_000

const files = readdirSync(FONTS)
const css = readFileSync(join(ROOT, 'src/styles/fonts.css'), 'utf8')

test('all fonts together stay within their budget', () => {
  const sizes = files
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => statSync(join(FONTS, name)).size)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(BUDGET)
})

test('the style sheet names every font file and no other', () => {
  const named = [...css.matchAll(/fonts\/([\w-]+\.woff2)/g)].map((match) => match[1])
  expect([...new Set(named)].sort()).toEqual(files.filter((name) => name.endsWith('.woff2')).sort())
})

test('the desk draws with the same faces', () => {
  const desk = readFileSync(join(ROOT, 'desk/fonts.css'), 'utf8')
  expect(desk).toBe(css.replaceAll('../../public/', '../public/'))
})

test.each(['Alegreya', 'Alegreya Sans'])('%s has a fallback of the same measure', (family) => {
  const faces = css.split('@font-face').filter((face) => face.includes(`'${family} Fallback'`))
  expect(faces).toHaveLength(2)
  for (const face of faces)
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override'])
      expect(face).toMatch(new RegExp(`${measure}: \\d+\\.\\d+%`))
})

test('the licence of each family lies beside its files', () => {
  for (const name of ['OFL-Alegreya.txt', 'OFL-AlegreyaSans.txt'])
    expect(readFileSync(join(FONTS, name), 'utf8')).toContain('SIL Open Font License')
})
