import { runAdmin } from '#server/admin/run.ts'
import { completeLanguages, missingTexts } from '#server/config/locales.ts'
import { listTexts } from '#server/modules/site-kit/policy.ts'
import { textsIn } from '#server/text/languages.ts'
import { textsByKey } from '#test/helpers/englishTexts.ts'

/** The names that the desk has for the areas of texts. */
const AREAS = 'desk.site.texts.areas.'

async function languages(...args: string[]) {
  const lines: string[] = []
  const add = (line: string) => void lines.push(line)
  const env = { LANGUAGES: 'de,en' }
  const code = await runAdmin(['languages', ...args], env, { print: add, complain: add })
  return { code, lines }
}

test('English and German are complete, so a site is served in both by default', () => {
  expect(missingTexts('de')).toEqual([])
  expect(completeLanguages()).toEqual(['en', 'de'])
})

test.each(['en', 'de'])(
  'the desk names each area of the texts that it lists, in %s',
  (language) => {
    const listed = new Set(listTexts([language]).map(({ area }) => `${AREAS}${area}`))
    const named = [...textsByKey(language).keys()].filter((key) => key.startsWith(AREAS))
    expect(named.toSorted()).toEqual([...listed].toSorted())
  },
)

test('a language without a folder lacks all texts, and is read in English', () => {
  const missing = missingTexts('xx')
  expect(missing).toEqual(expect.arrayContaining(['mail: activation.subject', 'legal/privacy.md']))
  expect(textsIn('xx').mail).toEqual(textsIn('en').mail)
})

test('operators see which languages are complete and served', async () => {
  expect(await languages()).toEqual({
    code: 0,
    lines: ['de  complete, served as the main language', 'en  complete, served'],
  })
  expect(await languages('de')).toEqual({ code: 0, lines: ['de is complete.'] })
  expect(await languages('xx')).toEqual({
    code: 1,
    lines: ['locales has no folder "xx". Copy locales/en to it and translate the texts.'],
  })
  expect((await languages('de', 'en')).code).toBe(2)
})
