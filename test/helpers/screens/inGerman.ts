import { addDateWords } from '#shared/dateWords.ts'
import german from '../../../locales/de/translation.json' with { type: 'json' }
import { testI18n } from './testI18n.ts'

/** Shows the screens of a test in German. */
export async function inGerman(): Promise<void> {
  addDateWords('de', german.dates)
  testI18n.addResourceBundle('de', 'translation', german)
  await testI18n.changeLanguage('de')
}
