import { type Sentence, said } from '../../text/sentence.ts'

/* Fields that are JSON in exports as Markdown. */

type Foreign = {
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly lose: (problem: Sentence) => void
}

const LOST = {
  questions: 'transfer.questions_lost',
  series: 'transfer.series_lost',
  slots: 'transfer.programme_lost',
  table: 'transfer.programme_lost',
} as const

export function jsonOf({ fields, lose }: Foreign, name: keyof typeof LOST): object {
  const text = fields[name]
  if (text === undefined) return {}
  try {
    return { [name]: JSON.parse(text) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    lose(said(LOST[name]))
    return {}
  }
}

/** Slots of an event, or what a table has of its event. */
export function programmeIn(foreign: Foreign): object {
  const { parent, slot, takes_offers } = foreign.fields
  return {
    ...jsonOf(foreign, 'slots'),
    ...jsonOf(foreign, 'table'),
    ...(takes_offers === '1' && { takes_offers: true }),
    ...(parent !== undefined && { parent }),
    ...(slot !== undefined && Number.isInteger(Number(slot)) && { slot: Number(slot) }),
  }
}
