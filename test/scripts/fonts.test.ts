import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FONTS = join(ROOT, 'public/fonts')
const FONTS_MAX_BYTES = 90_000

const files = readdirSync(FONTS)
const css = readFileSync(join(ROOT, 'src/styles/fonts.css'), 'utf8')

test('all fonts together stay within their size budget', () => {
  const sizes = files
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => statSync(join(FONTS, name)).size)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(FONTS_MAX_BYTES)
})

test('the style sheet lists exactly the font files', () => {
  const named = [...css.matchAll(/fonts\/([\w-]+\.woff2)/g)].map((match) => match[1])
  expect([...new Set(named)].sort()).toEqual(files.filter((name) => name.endsWith('.woff2')).sort())
})

test('the desk has the same font faces', () => {
  const desk = readFileSync(join(ROOT, 'desk/fonts.css'), 'utf8')
  expect(desk).toBe(css.replaceAll('../../public/', '../public/'))
})

test.each(['Alegreya', 'Alegreya Sans'])('%s has a metric-adjusted fallback', (family) => {
  const faces = css.split('@font-face').filter((face) => face.includes(`'${family} Fallback'`))
  expect(faces).toHaveLength(2)
  for (const face of faces)
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override'])
      expect(face).toMatch(new RegExp(`${measure}: \\d+\\.\\d+%`))
})

test('the licence of each family is in the folder of its files', () => {
  for (const name of ['OFL-Alegreya.txt', 'OFL-AlegreyaSans.txt'])
    expect(readFileSync(join(FONTS, name), 'utf8')).toContain('SIL Open Font License')
})
