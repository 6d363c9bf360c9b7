import type { Module } from '../face.ts'
import { legalModule } from './siteRoutes.ts'
import { assertLegalTexts, missingTexts } from './texts.ts'

export const legal = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({ pages: (app) => legalModule(app, deps) }),
    assertStart: assertLegalTexts,
    warnings(settings) {
      const missing = settings.legalUrl === undefined ? missingTexts(settings) : []
      return missing.length === 0
        ? []
        : [
            'the footer of every page links to a privacy policy or an imprint that is still a placeholder. ' +
              `Write ${missing.join(' and ')}, or set LEGAL_URL.`,
          ]
    },
  }),
}
