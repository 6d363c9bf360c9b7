import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ARABIC, pseudoText } from '../journeys/pseudoLocale.ts'
import { checkOut } from '../upgrades/checkout.ts'
import { administrate, serve } from '../upgrades/serving.ts'

jest.setTimeout(120_000)

const plurals = new Intl.PluralRules(ARABIC).resolvedOptions().pluralCategories

/** Any part of a file of texts, with the plural forms of the language. */
function translated(part: unknown): unknown {
  if (typeof part === 'string')
    return part
      .split('||||')
      .map((text) => pseudoText(text.trim()))
      .join(' |||| ')
  if (Array.isArray(part)) return part.map(translated)
  const texts = Object.entries(part as object).flatMap(([name, text]: [string, unknown]) => {
    const forms = name.endsWith('_other')
      ? plurals.map((form) => [name.replace(/other$/, form), translated(text)])
      : []
    return [[name, translated(text)], ...forms]
  })
  return Object.fromEntries(texts) as unknown
}

test('a folder of texts is a language of the site, without any code', async () => {
  const { folder, remove } = await checkOut('HEAD')
  const data = mkdtempSync(join(tmpdir(), 'discordia-language-'))
  const [english, own] = ['en', ARABIC].map((code) => join(folder, 'locales', code)) as [
    string,
    string,
  ]
  try {
    mkdirSync(own)
    cpSync(join(english, 'legal'), join(own, 'legal'), { recursive: true })
    for (const name of readdirSync(english).filter((one) => one.endsWith('.json'))) {
      const texts: unknown = JSON.parse(readFileSync(join(english, name), 'utf8'))
      writeFileSync(join(own, name), JSON.stringify(translated(texts)))
    }
    expect(administrate(folder, data, 'languages')).toContain(`${ARABIC}  complete, served\n`)

    const server = await serve(folder, data)
    const headers = { 'accept-language': ARABIC }
    const refused = await server.call('GET', '/users/profile/', undefined, headers)
    expect(refused.body).toMatchObject({ detail: expect.stringMatching(/^⟦.*⟧$/) })
    const site = await server.call('GET', `/../locales/${ARABIC}/translation.json`)
    expect(site.body).toMatchObject({ login: { title: expect.stringMatching(/^⟦.*⟧$/) } })
    await server.stop()
  } finally {
    remove()
    rmSync(data, { recursive: true })
  }
})
