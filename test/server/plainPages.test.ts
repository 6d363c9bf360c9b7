import { existsSync, readFileSync } from 'node:fs'
import { COLOUR_NAMES, colourProperty } from '#contract/colours.ts'
import { plainPage } from '#server/http/plainPage.ts'
import { withKit } from '#server/http/plugins/kitPage.ts'
import { mailMarkup, renderMail } from '#server/mail/renderMail.ts'
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

test('pages and mails have the direction of their language', () => {
  const startsOf = (language: string) => {
    const kit = defaultKit([language])
    const pages = [plainPage(kit, { title: '', content: '' }), withKit('<html lang="en">', kit)]
    const { html } = renderMail(kit, 'notice_password_changed', { to: 'a@b.c' })
    return [...pages, html].map((page) => /<html[^>]*>/.exec(page)?.[0])
  }
  expect(startsOf('en')).toEqual(Array(3).fill('<html lang="en">'))
  expect(startsOf('ar')).toEqual(Array(3).fill('<html lang="ar" dir="rtl">'))
})

test('a mail has its sides by styles that every program knows', () => {
  const sidesIn = (language: string) => {
    const look = mailMarkup(defaultKit([language]))
    const parts = look.factTable([['Start', 'Wed 9 Dec']]) + look.quotation('Hi')
    return parts.match(/text-align:\w+|border-(?:left|right)|padding:(?:\w+ ){3}[^;"]+/g)
  }
  expect(sidesIn('en')).toEqual([
    ...['padding:7px 14px 7px 0', 'text-align:left'],
    ...['padding:0 0 0 14px', 'border-left'],
  ])
  expect(sidesIn('ar')).toEqual([
    ...['padding:7px 0 7px 14px', 'text-align:right'],
    ...['padding:0 14px 0 0', 'border-right'],
  ])
})
