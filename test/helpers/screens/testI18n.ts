import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { commonOptions } from '#src/i18n/language.ts'
import { english } from '../texts.ts'

/** English, loaded from the file itself: tests read the texts that visitors read. */
export const testI18n = createInstance()
void testI18n.use(initReactI18next).init({
  ...commonOptions,
  lng: 'en',
  initAsync: false,
  resources: { en: { translation: english } },
})
