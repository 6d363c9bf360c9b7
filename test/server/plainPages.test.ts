import { existsSync, readFileSync } from 'node:fs'
import { COLOUR_NAMES, colourProperty } from '#contract/colours.ts'
import { plainPage } from '#server/http/plainPage.ts'
import { defaultKit } from '#server/text/kit.ts'

test('plain pages have no colour of their own', () => {
  const style = readFileSync('server/http/plainPage.css', 'utf8')
  const used = [...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(10)
  const properties: readonly (string | undefined)[] = COLOUR_NAMES.map(colourProperty)
  expect(used.filter((name) => !properties.includes(name))).toEqual([])
  expect(style).not.toMatch(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)\(/)
})

test('a plain page escapes its title, shows pictures that exist, and is indexed unless it is personal', () => {
  const page = plainPage(defaultKit(), { title: 'A <b>title', content: '' })
  for (const [, file = ''] of page.matchAll(/(?:src|href)="(\/icons\/[^"]+)/g))
    expect([file, existsSync(`public${file}`)]).toEqual([file, true])
  expect(page).toContain('<h1>A &lt;b&gt;title</h1>')
  expect(page).not.toContain('noindex')
  expect(plainPage(defaultKit(), { title: '', content: '', isPersonal: true })).toContain('noindex')
})
