import type { TableField } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { folded } from '../names.ts'

/* What a source says of who may see an entry: such entries are not published by an import. */

/** Words for what players don't see, in English and German, as `folded` has them. */
const HELD =
  /^(?:is|ist)?(?:drafts?|private|privat|secrets?|hidden|unpublished|spoilers?|(?:gm|dm|sl|nursl|master)(?:only|secrets?)?|entwurf|geheim(?:nis)?|verborgen|versteckt)$/
const NOTES =
  /^(?:gm|dm|sl|master|privat|private|secret|geheime?)(?:notes?|notizen?|infos?|texte?)$/
const PUBLIC =
  /^(?:is|ist)?(?:dg)?(?:publish(?:ed)?|public|shared?|visible|offentlich|veroffentlicht|sichtbar)$/
const STATUS = /^(?:status|state|visibility|access|audience|sichtbarkeit|zugriff)$/
const TAGS = /^(?:tags?|keywords?|labels?|schlagworte?r?)$/
const YES = /^(?:true|yes|y|on|1|x|ja|wahr|[✓✔☑])$/i
export const NO = /^(?:false|no|n|off|0|nein|falsch|none|never|-)$/i

const isHeldTag = (text: string): boolean =>
  text.split(/[\s,;#[\]"']+/).some((tag) => tag.split('/').some((part) => HELD.test(folded(part))))

/** What a name says of its values: null leaves out what game masters note for themselves. */
export function fieldOfName(name: string): 'held' | null | undefined {
  if (NOTES.test(folded(name))) return null
  return HELD.test(folded(name)) ? 'held' : undefined
}

const saying = (text: string) => said('transfer.says', { text: cutText(text, 120) })

/** Why players don't see an entry that has this value; undefined if they do. */
export function holding(
  name: string,
  value: string,
  field: TableField | null | undefined,
): Sentence | undefined {
  const plain = folded(name)
  const isHeld =
    (field === 'held' && value !== '' && !NO.test(value)) ||
    (PUBLIC.test(plain) && NO.test(value)) ||
    (STATUS.test(plain) && HELD.test(folded(value))) ||
    (TAGS.test(plain) && isHeldTag(value))
  return isHeld ? saying(`${name}: ${value}`) : undefined
}

/** A switch says whether players see an entry, and nothing else. */
export const isSwitch = (name: string, value: string, field: TableField | null): boolean =>
  (field === 'held' || PUBLIC.test(folded(name))) && (YES.test(value) || NO.test(value))

/** Marks within a text: tags, callouts, and properties in lines of their own. */
const MARK = /(?:^|\s)#([\p{L}\p{N}_/-]{2,60})|^[ \t>]*\[!([\p{L}_-]{2,30})\]/gmu
const LINE =
  /^[ \t>*-]*([\p{L}][\p{L} _-]{1,30})\*{0,2}[ \t]*(?:::?|=)\*{0,2}[ \t]*["'[]?(\p{L}{1,12}|[01✓✔☑])["'\]]?[ \t]*$/gmu

/** Why players don't see a text. @param path of its file; a folder may say so */
export function holdingText(text: string, path: string): Sentence | undefined {
  const folder = path
    .split('/')
    .slice(0, -1)
    .find((part) => HELD.test(folded(part)))
  if (folder !== undefined) return saying(`${folder}/`)
  for (const [mark, tag, callout = ''] of text.matchAll(MARK))
    if (tag === undefined ? HELD.test(folded(callout)) : isHeldTag(tag)) return saying(mark.trim())
  for (const [line, name = '', value = ''] of text.matchAll(LINE)) {
    const field = fieldOfName(name)
    if ((field !== 'held' || YES.test(value)) && holding(name, value, field))
      return saying(line.trim())
  }
  return undefined
}
