import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { KIT } from '#contract/pages.ts'
import { type Settings, SettingsError } from '../../config/env.ts'
import { ENGLISH, LOCALES } from '../../config/locales.ts'
import { messageOf } from '../../config/thrown.ts'
import type { App, Deps } from '../../http/deps.ts'
import { plainPage, readersKit } from '../../http/plainPage.ts'
import { check } from '../../text/check.ts'
import { textOf } from '../../text/handMade.ts'
import type { Kit } from '../../text/kit.ts'
import { markdownToHtml } from '../../text/markdown.ts'
import { languageAttributes } from '../../text/markup.ts'
import type { Module } from '../face.ts'

export const legal = {
  gives: { legalTextsOf },
  make: (): Module => ({
    site: (deps) => ({ pages: (app) => legalModule(app, deps) }),
    assertStart: assertLegalTexts,
    checks: [
      ({ settings, kit }) => {
        const missing = settings.legalUrl === undefined ? missingTexts(settings, kit.current()) : []
        if (missing.length === 0) return [check('legal', 'ok')]
        const files = missing.join(' and ')
        return [check('legal', settings.isProduction ? 'wrong' : 'open', { files })]
      },
    ],
  }),
}

/** The operator's texts, or a redirect to another site. */
function legalModule(app: App, { settings, kit }: Pick<Deps, 'settings' | 'kit'>): void {
  app.get(LEGAL_PATH, { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    // A site built with the setting links there itself; this redirect serves older builds and bookmarks.
    if (settings.legalUrl !== undefined) return reply.redirect(settings.legalUrl)
    const stamp = new URLSearchParams(request.url.split('?', 2)[1]).get(KIT)
    const shown = (stamp !== null && (await kit.draft(stamp))) || kit.current()
    return reply
      .type('text/html; charset=utf-8')
      .send(legalPage(readersKit(shown, request, reply), settings))
  })
}

export const LEGAL_PATH = '/legal.html'
/** Files below `LEGAL_DIR`, in the order of the page. */
const LEGAL_FILES = ['privacy.md', 'imprint.md'] as const

/** Whether a file of that folder is one of them, in any language. */
export const isLegalFile = (name: string): boolean =>
  /^(privacy|imprint)(\.[a-z]{2})?\.md$/.test(name)

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

/** What the community has written in a language, by the kit. */
const kitTextsIn = ({ value, languages: [main] }: Kit, language: string) => ({
  ...(language === main && value.legal),
  ...value.legal_in?.[language],
})

/** Files that the operator has not written yet in the main language. */
export const missingTexts = (settings: Where, kit: Kit): string[] =>
  LEGAL_FILES.filter((part) => kitTextsIn(kit, kit.in(null).language)[NAMES[part]] === undefined)
    .map((part) => fileIn(settings, part))
    .filter((path) => !existsSync(path))

/** @throws SettingsError for a text of the operator that cannot be read */
function assertLegalTexts(settings: Where & Pick<Settings, 'languages'>): void {
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
function legalTextsOf({ settings, kit: source }: Pick<Deps, 'settings' | 'kit'>) {
  const kit = source.current()
  const [, ...others] = kit.languages
  const shownIn = (language?: string) => {
    const shown = (part: Part) => {
      const path = fileIn(settings, part, language)
      const is_fixed = existsSync(path)
      const text = is_fixed ? textOf(readFileSync(path)) : placeholder(part, kit.in(language))
      return { text, is_fixed }
    }
    return { privacy: shown('privacy.md'), imprint: shown('imprint.md') }
  }
  return {
    url: settings.legalUrl ?? null,
    ...shownIn(),
    ...(others.length > 0 && {
      others: Object.fromEntries(others.map((language) => [language, shownIn(language)])),
    }),
  }
}

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
  return plainPage(kit, { title: kit.texts.pages.legal_title, content: parts.join('\n') })
}
