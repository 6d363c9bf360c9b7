import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import texts from '../../../locales/en/pages.json' with { type: 'json' }
import { type Settings, SettingsError } from '../../config/env.ts'
import { messageOf } from '../../config/thrown.ts'
import { plainPage } from '../../http/plainPage.ts'
import { textOf } from '../../text/handMade.ts'
import { markdownToHtml } from '../../text/markdown.ts'

export const LEGAL_PATH = '/legal.html'
/** Files below `LEGAL_DIR`, in the order of the page. */
export const LEGAL_FILES = ['privacy.md', 'imprint.md'] as const
/** Placeholders, which name themselves as such. */
const DEFAULTS = join(import.meta.dirname, '../../../locales/en/legal')

type Where = Pick<Settings, 'legalDir'>

/** Files that the operator has not written yet. */
export const missingTexts = ({ legalDir }: Where): string[] =>
  LEGAL_FILES.map((file) => join(legalDir, file)).filter((path) => !existsSync(path))

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

/** The page has placeholders without settings, as on a new installation. */
export function legalPage(settings?: Where): string {
  const parts = LEGAL_FILES.map((file) => {
    const own = settings && join(settings.legalDir, file)
    const path = own !== undefined && existsSync(own) ? own : join(DEFAULTS, file)
    return `<section>${markdownToHtml(textOf(readFileSync(path)))}</section>`
  })
  return plainPage({ title: texts.legal_title, content: parts.join('\n') })
}
