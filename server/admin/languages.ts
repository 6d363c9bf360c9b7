import { ENGLISH, languageFolders, missingTexts } from '../config/locales.ts'
import { CommandError, type PlaceCommand, UsageError } from './command.ts'

export const languages: PlaceCommand = {
  usage: 'languages [CODE]',
  does: 'says which languages are complete and served; with a code, lists every text that the language lacks',
  args: { CODE: 'two letters, such as de' },
  async runOn({ args, settings, print }) {
    const [code, ...more] = args
    if (more.length > 0) throw new UsageError('Give one language.')
    const folders = languageFolders()
    if (code === undefined) {
      for (const language of folders) print(`${language}  ${stateOf(language, settings.languages)}`)
      return
    }
    if (!folders.includes(code))
      throw new CommandError(
        `locales has no folder "${code}". Copy locales/${ENGLISH} to it and translate the texts.`,
      )
    const missing = missingTexts(code)
    for (const text of missing) print(text)
    if (missing.length === 0) print(`${code} is complete.`)
  },
}

function stateOf(language: string, served: readonly string[]): string {
  const count = missingTexts(language).length
  const use = served.includes(language)
    ? served[0] === language
      ? 'served as the main language'
      : 'served'
    : 'not served'
  return `${count === 0 ? 'complete' : `${count} texts missing`}, ${use}`
}
