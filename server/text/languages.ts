import { addDateWords } from '#shared/dateWords.ts'
import checklist from '../../locales/en/checklist.json' with { type: 'json' }
import feeds from '../../locales/en/feeds.json' with { type: 'json' }
import mail from '../../locales/en/mail.json' with { type: 'json' }
import myData from '../../locales/en/myData.json' with { type: 'json' }
import pages from '../../locales/en/pages.json' with { type: 'json' }
import refusals from '../../locales/en/refusals.json' with { type: 'json' }
import sentences from '../../locales/en/sentences.json' with { type: 'json' }
import site from '../../locales/en/site.json' with { type: 'json' }
import translation from '../../locales/en/translation.json' with { type: 'json' }
import { ENGLISH, type TextTree, textsOfFile } from '../config/locales.ts'

const ENGLISH_TEXTS = {
  checklist,
  feeds,
  mail,
  myData,
  pages,
  refusals,
  sentences,
  site,
  translation,
} as const
/** The texts of the server and of the site, by file, with `{{site}}` and `{{claim}}` in them. */
export type Texts = typeof ENGLISH_TEXTS

const read = new Map<string, Texts>([[ENGLISH, ENGLISH_TEXTS]])

/** The texts of a language, with the English ones where it has none. @param language two letters */
export function textsIn(language: string): Texts {
  const known = read.get(language)
  if (known !== undefined) return known
  const files = Object.entries(ENGLISH_TEXTS).map(([file, english]) => [
    file,
    completed(english, textsOfFile(language, file)),
  ])
  const texts = Object.fromEntries(files) as Texts
  addDateWords(language, texts.translation.dates)
  read.set(language, texts)
  return texts
}

/** Sentences of a list belong together: the whole list is of one language. Further plural forms stay. */
function completed(english: TextTree, own: TextTree): TextTree {
  const names = new Set([...Object.keys(english), ...Object.keys(own)])
  return Object.fromEntries(
    [...names].map((name) => {
      const [wanted, found] = [english[name], own[name]]
      const text = isTree(wanted) && isTree(found) ? completed(wanted, found) : (found ?? wanted)
      return [name, text ?? '']
    }),
  )
}

const isTree = (part: TextTree[string] | undefined): part is TextTree =>
  typeof part === 'object' && !Array.isArray(part)
