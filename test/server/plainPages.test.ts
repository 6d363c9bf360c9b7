import { existsSync } from 'node:fs'
import { plainPage } from '#server/pages/plainPage.ts'
import { plainStyle } from '#server/pages/plainStyle.ts'
import { colors } from '../../tailwind.config.ts'

const ofSite = Object.values(colors).flatMap((color) =>
  typeof color === 'string' ? [color] : Object.values(color),
)

test('plain pages use colours and fonts of the site, by day and by night', () => {
  const style = plainStyle()
  const used = style.match(/#[0-9a-f]{3,8}\b/g) ?? []
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((color) => !ofSite.includes(color as (typeof ofSite)[number]))).toEqual([])
  expect(style).toContain('@media(prefers-color-scheme:dark)')
  const page = plainPage({ title: 'A <b>title', content: '', base: '/api' })
  for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/icons\/[^"]+)/g))
    expect([file, existsSync(`public${file}`)]).toEqual([file, true])
  expect(page).toContain('<h1>A &lt;b&gt;title</h1>')
})
