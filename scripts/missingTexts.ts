/** Lists what languages lack of the English texts. It never fails: such texts are shown in English. */
import { languageFolders, missingTexts } from '../server/config/locales.ts'

for (const language of languageFolders())
  for (const text of missingTexts(language)) console.log(`measured: ${language} lacks ${text}`)
