import { existsSync, readFileSync } from 'node:fs'
import { plainPage } from '#server/http/plainPage.ts'
import { colors, darkColors } from '../../tailwind.config.ts'

const ofSite: readonly string[] = [colors, darkColors].flatMap((theme) =>
  Object.values(theme).flatMap((color) =>
    typeof color === 'string' ? [color] : Object.values<string>(color),
  ),
)

test('plain pages use the colours of the site, by day and by night', () => {
  const style = readFileSync('server/http/plainPage.css', 'utf8')
  const used = style.match(/#[0-9a-f]{3,8}\b/g) ?? []
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((color) => !ofSite.includes(color))).toEqual([])
  expect(style).toContain('@media (prefers-color-scheme: dark)')
})

test('a plain page escapes its title, shows pictures that exist, and is indexed unless it is personal', () => {
  const page = plainPage({ title: 'A <b>title', content: '' })
  for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/icons\/[^"]+)/g))
    expect([file, existsSync(`public${file}`)]).toEqual([file, true])
  expect(page).toContain('<h1>A &lt;b&gt;title</h1>')
  expect(page).not.toContain('noindex')
  expect(plainPage({ title: '', content: '', isPersonal: true })).toContain('noindex')
})
