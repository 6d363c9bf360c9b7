import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { darkPalette, lightPalette, type Palette } from '#desk/palette.ts'

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

type Name = keyof Palette
const TEXTS: readonly [Name, readonly Name[]][] = [
  ['ink', ['ground', 'paper', 'added', 'removed']],
  ['ink-soft', ['ground', 'paper']],
  ['gold-deep', ['ground', 'paper']],
  ['ember', ['ground', 'paper']],
  ['moss', ['ground', 'paper']],
  ['onBar', ['bar']],
  ['onButton', ['button']],
  ['paper', ['gold-deep', 'ember']],
]
const SHAPES: readonly [Name, readonly Name[]][] = [
  ['field', ['ground', 'paper']],
  ['gold', ['paper']],
]
const pairs = (of: typeof TEXTS) =>
  of.flatMap(([on, all]) => all.map((under) => [on, under] as const))

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s colours of the desk', (_name, palette) => {
  test.each(pairs(TEXTS))('%s can be read on %s', (on, under) => {
    expect(contrast(palette[on], palette[under])).toBeGreaterThanOrEqual(4.5)
  })
  test.each(pairs(SHAPES))('%s can be seen on %s', (on, under) => {
    expect(contrast(palette[on], palette[under])).toBeGreaterThanOrEqual(3)
  })
})

test('the style sheets of the desk use no variable that neither the palette nor they define', () => {
  const folder = path.resolve('desk')
  const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'))
  const css = sheets.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n')
  const names = (pattern: RegExp) => [...css.matchAll(pattern)].map(([, name]) => name)

  const defined = new Set([
    ...Object.keys(lightPalette),
    'mark-filter',
    ...names(/^\s*--([\w-]+):/gm),
  ])
  expect(sheets.length).toBeGreaterThan(2)
  expect(names(/var\(--([\w-]+)/g).filter((name) => !defined.has(name ?? ''))).toEqual([])
})
