import { existsSync } from 'node:fs'
import { plainPage } from '#server/pages/plainPage.ts'
import { PLAIN_STYLE } from '#server/pages/plainStyle.ts'
import { colors } from '../../tailwind.config.ts'

const ofSite = Object.values(colors).flatMap((color) =>
  typeof color === 'string' ? [color] : Object.values(color),
)

test('plain pages use colours and fonts of the site, by day and by night', () => {
  const used = PLAIN_STYLE.match(/#[0-9a-f]{3,8}\b/g) ?? []
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((color) => !ofSite.includes(color as (typeof ofSite)[number]))).toEqual([])
  expect(PLAIN_STYLE).toContain('@media(prefers-color-scheme:dark)')
  const page = plainPage({ title: 'A <b>title', content: '', base: '/api' })
  const files = [...`${PLAIN_STYLE}${page}`.matchAll(/(?:url\(|src=")(\/[^)"]+)/g)]
  expect(files.length).toBeGreaterThan(2)
  for (const [, file = ''] of files)
    expect([file, existsSync(`public${file}`)]).toEqual([file, true])
  expect(page).toContain('<h1>A &lt;b&gt;title</h1>')
})
