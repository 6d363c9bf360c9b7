import type { ReactElement } from 'react'
import type { AuditEvent } from '#contract/audit.ts'
import { t } from '../i18n.ts'
import { actOf, recordOf } from './auditSentences.ts'

/** They mark places in a sentence, and no text has them. */
const [ACTOR, RECORD] = ['\uE000', '\uE001']
const MARKS = /(\uE000|\uE001)/

/** No actor where all of it is the reader's own. */
type Props = { event: AuditEvent; actor?: ReactElement | string }

/** What was done, with the record in bold; every language has its own order of the words. */
export const EventText = ({ event, actor }: Props) => {
  const record = recordOf(event)
  const act = actOf(event, record && RECORD)
  const name = typeof actor === 'string' ? actor : ACTOR
  const text = actor === undefined ? act : t('audit.sentence', { actor: name, act })
  return text.split(MARKS).map((part, at) => {
    // The parts have no ids, and their order never changes.
    const key = `${at}`
    if (part === ACTOR) return <span key={key}>{actor}</span>
    return part === RECORD ? <strong key={key}>{record}</strong> : <span key={key}>{part}</span>
  })
}
