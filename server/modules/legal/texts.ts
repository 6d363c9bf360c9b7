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

export const LEGAL_PATH = '/legal.html'
/** Files below `LEGAL_DIR`, in the order of the page. */
export const LEGAL_FILES = ['privacy.md', 'imprint.md'] as const
/** Names of these texts in the kit, which a file of the operator outranks. */
const NAMES = { 'privacy.md': 'privacy', 'imprint.md': 'imprint' } as const
/** A placeholder, which names itself as such. */
function placeholderOf({ language, fill }: Kit, file: (typeof LEGAL_FILES)[number]): string {
  const path = (one: string) => join(LOCALES, one, 'legal', file)
  const own = path(language)
  return fill(textOf(readFileSync(existsSync(own) ? own : path(ENGLISH))))
}

type Where = Pick<Settings, 'legalDir'>

/** Files that the operator has not written yet. */
export const missingTexts = ({ legalDir }: Where, written: Kit['value']['legal'] = {}): string[] =>
  LEGAL_FILES.filter((file) => written[NAMES[file]] === undefined)
    .map((file) => join(legalDir, file))
    .filter((path) => !existsSync(path))

/** @throws SettingsError for a text of the operator that cannot be read */
export function assertLegalTexts({ legalDir }: Where): void {
  for (const path of LEGAL_FILES.map((file) => join(legalDir, file)).filter((one) =>
    existsSync(one),
  ))
    try {
      textOf(readFileSync(path))
    } catch (error) {
      throw new SettingsError(`LEGAL_DIR: ${path} cannot be read: ${messageOf(error)}`)
    }
}

/** What the page shows without a kit, and whether that is the operator's file, which a kit does not replace. */
export function legalTextsOf({ settings, kit }: Pick<Deps, 'settings' | 'kit'>) {
  const shown = (file: (typeof LEGAL_FILES)[number]) => {
    const path = join(settings.legalDir, file)
    const is_fixed = existsSync(path)
    const text = is_fixed ? textOf(readFileSync(path)) : placeholderOf(kit.current(), file)
    return { text, is_fixed }
  }
  return {
    url: settings.legalUrl ?? null,
    privacy: shown('privacy.md'),
    imprint: shown('imprint.md'),
  }
}

/** The page has placeholders without settings, as on a new installation. */
export function legalPage(kit: Kit, settings?: Where): string {
  const parts = LEGAL_FILES.map((file) => {
    const path = settings && join(settings.legalDir, file)
    const text =
      path !== undefined && existsSync(path)
        ? textOf(readFileSync(path))
        : (kit.value.legal?.[NAMES[file]] ?? placeholderOf(kit, file))
    return `<section>${markdownToHtml(text)}</section>`
  })
  return plainPage(kit, { title: kit.texts.pages.legal_title, content: parts.join('\n') })
}
