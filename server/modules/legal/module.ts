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
            'the privacy policy or the imprint is still a placeholder, which the footer of every page links to: ' +
              `write ${missing.join(' and ')}, or set LEGAL_URL.`,
          ]
    },
  }),
}
