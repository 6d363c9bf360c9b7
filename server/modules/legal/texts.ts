import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONDUCT_PATH } from '#contract/pages.ts'
import type { Settings } from '../../config/env.ts'
import { ENGLISH, LOCALES } from '../../config/locales.ts'
import { plainPage } from '../../http/plainPage.ts'
import { textOf } from '../../text/handMade.ts'
import { conductText, type Kit } from '../../text/kit.ts'
import { markdownToHtml } from '../../text/markdown.ts'
import { languageAttributes } from '../../text/markup.ts'

export const LEGAL_PATH = '/legal.html'

/** Files below `LEGAL_DIR`, in the order of the page. */
export const LEGAL_FILES = ['privacy.md', 'imprint.md'] as const

/** Whether a file of that folder is one of them, in any language. */
export const isLegalFile = (name: string): boolean =>
  /^(privacy|imprint)(\.[a-z]{2})?\.md$/.test(name)

/** Names of these texts in the kit, which a file of the operator outranks. */
const NAMES = { 'privacy.md': 'privacy', 'imprint.md': 'imprint' } as const

export type Part = (typeof LEGAL_FILES)[number]

export type Where = Pick<Settings, 'legalDir'>

/** Placeholders, which name themselves as such, and list what is stored by the names of the archive. */
export function placeholder(part: Part, { language, fill, texts }: Kit): string {
  const own = join(LOCALES, language, 'legal', part)
  const text = textOf(readFileSync(existsSync(own) ? own : join(LOCALES, ENGLISH, 'legal', part)))
  const stored = Object.values(texts.myData.tables).map((name) => `- ${name}`)
  return fill(text).replace('{{stored}}', stored.join('\n'))
}

/** The operator's text in the main language is in `privacy.md`, that in another one in a file such as `privacy.de.md`. */
export const fileIn = ({ legalDir }: Where, part: Part, language?: string): string =>
  join(legalDir, language === undefined ? part : part.replace('.md', `.${language}.md`))

const kitTextsIn = ({ value, languages: [main] }: Kit, language: string) => ({
  ...(language === main && value.legal),
  ...value.legal_in?.[language],
})

/** Files that the operator has not written yet in the main language. */
export const missingTexts = (settings: Where, kit: Kit): string[] =>
  LEGAL_FILES.filter((part) => kitTextsIn(kit, kit.in(null).language)[NAMES[part]] === undefined)
    .map((part) => fileIn(settings, part))
    .filter((path) => !existsSync(path))

/** What the operator or the community has written in a language, and else in the main one. */
function writtenText(part: Part, kit: Kit, settings?: Where) {
  const [main = kit.language] = kit.languages
  const writtenIn = (language: string) => {
    const path = settings && fileIn(settings, part, language === main ? undefined : language)
    const isFile = path !== undefined && existsSync(path)
    const text = isFile ? textOf(readFileSync(path)) : kitTextsIn(kit, language)[NAMES[part]]
    return text === undefined ? undefined : { text, language }
  }
  return writtenIn(kit.language) ?? writtenIn(main)
}

/** The page has placeholders without settings, as on a new installation. */
export function legalPage(kit: Kit, settings?: Where): string {
  const parts = LEGAL_FILES.map((part) => {
    const written = writtenText(part, kit, settings)
    const isForeign = written !== undefined && written.language !== kit.language
    const attributes = isForeign ? ` ${languageAttributes(written.language)}` : ''
    const html = markdownToHtml(written?.text ?? placeholder(part, kit))
    return `<section${attributes}>${html}</section>`
  })
  const conduct = conductText(kit) && [{ label: kit.texts.pages.conduct_title, path: CONDUCT_PATH }]
  const page = { title: kit.texts.pages.legal_title, content: parts.join('\n') }
  return plainPage(kit, { ...page, ...(conduct && { links: conduct }) })
}
