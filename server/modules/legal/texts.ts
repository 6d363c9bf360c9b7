import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings, SettingsError } from '../../config/env.ts'
import { ENGLISH, LOCALES } from '../../config/locales.ts'
import { messageOf } from '../../config/thrown.ts'
import type { Deps } from '../../http/deps.ts'
import { plainPage } from '../../http/plainPage.ts'
import { textOf } from '../../text/handMade.ts'
import type { Kit } from '../../text/kit.ts'
import { markdownToHtml } from '../../text/markdown.ts'
import { languageAttributes } from '../../text/markup.ts'

export const LEGAL_PATH = '/legal.html'
/** Files below `LEGAL_DIR`, in the order of the page. */
export const LEGAL_FILES = ['privacy.md', 'imprint.md'] as const
/** Names of these texts in the kit, which a file of the operator outranks. */
const NAMES = { 'privacy.md': 'privacy', 'imprint.md': 'imprint' } as const

type Part = (typeof LEGAL_FILES)[number]
type Where = Pick<Settings, 'legalDir'>

/** Placeholders, which name themselves as such. */
function placeholder(part: Part, { language, fill }: Kit): string {
  const own = join(LOCALES, language, 'legal', part)
  return fill(textOf(readFileSync(existsSync(own) ? own : join(LOCALES, ENGLISH, 'legal', part))))
}

/** The operator's text in the main language is in `privacy.md`, that in another one in a file such as `privacy.de.md`. */
const fileIn = ({ legalDir }: Where, part: Part, language?: string): string =>
  join(legalDir, language === undefined ? part : part.replace('.md', `.${language}.md`))

/** Files that the operator has not written yet. */
export const missingTexts = ({ legalDir }: Where, written: Kit['value']['legal'] = {}): string[] =>
  LEGAL_FILES.filter((file) => written[NAMES[file]] === undefined)
    .map((file) => join(legalDir, file))
    .filter((path) => !existsSync(path))

/** @throws SettingsError for a text of the operator that cannot be read */
export function assertLegalTexts(settings: Where & Pick<Settings, 'languages'>): void {
  const [, ...others] = settings.languages
  const files = LEGAL_FILES.flatMap((part) =>
    [undefined, ...others].map((language) => fileIn(settings, part, language)),
  )
  for (const path of files.filter((one) => existsSync(one)))
    try {
      textOf(readFileSync(path))
    } catch (error) {
      throw new SettingsError(`LEGAL_DIR: ${path} cannot be read: ${messageOf(error)}`)
    }
}

/** What the page shows without a kit, and whether that is the operator's file, which a kit does not replace. */
export function legalTextsOf({ settings, kit }: Pick<Deps, 'settings' | 'kit'>) {
  const shown = (part: Part) => {
    const path = fileIn(settings, part)
    const is_fixed = existsSync(path)
    const text = is_fixed ? textOf(readFileSync(path)) : placeholder(part, kit.current())
    return { text, is_fixed }
  }
  return {
    url: settings.legalUrl ?? null,
    privacy: shown('privacy.md'),
    imprint: shown('imprint.md'),
  }
}

/** What the operator has written in a language, and else in the main one. */
function writtenText(
  part: Part,
  { language, languages: [main = language], value }: Kit,
  settings?: Where,
) {
  const inFile = (one?: string) => {
    const path = settings && fileIn(settings, part, one)
    return path !== undefined && existsSync(path) ? textOf(readFileSync(path)) : undefined
  }
  const own = language === main ? undefined : inFile(language)
  if (own !== undefined) return { text: own, language }
  const text = inFile() ?? value.legal?.[NAMES[part]]
  return text === undefined ? undefined : { text, language: main }
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
  return plainPage(kit, { title: kit.texts.pages.legal_title, content: parts.join('\n') })
}
