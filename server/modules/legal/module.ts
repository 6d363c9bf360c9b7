import { check } from '../../text/check.ts'
import type { Module } from '../face.ts'
import { legalModule } from './siteRoutes.ts'
import { assertLegalTexts, legalTextsOf, missingTexts } from './texts.ts'

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
