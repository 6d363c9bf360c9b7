import type { Module } from '../face.ts'
import { legalModule } from './siteRoutes.ts'
import { assertLegalTexts, legalTextsOf, missingTexts } from './texts.ts'

export const legal = {
  gives: { legalTextsOf },
  make: (): Module => ({
    site: (deps) => ({ pages: (app) => legalModule(app, deps) }),
    assertStart: assertLegalTexts,
    warnings({ settings, kit }) {
      const { legal } = kit.current().value
      const missing = settings.legalUrl === undefined ? missingTexts(settings, legal) : []
      return missing.length === 0
        ? []
        : [
            'the footer of every page links to a privacy policy or an imprint that is still a placeholder. ' +
              `Write them at the desk's page "Site", or write ${missing.join(' and ')}, or set LEGAL_URL.`,
          ]
    },
  }),
}
