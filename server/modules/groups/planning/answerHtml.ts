import { API_BASE } from '../../../http/apiBase.ts'
import { plainPage } from '../../../http/plainPage.ts'
import { fillIn } from '../../../text/fillIn.ts'
import type { Kit } from '../../../text/kit.ts'
import { element, escapeHtml, textElement, voidTag } from '../../../text/markup.ts'
import { timeInMail } from '../../../text/time.ts'
import type { Outcome } from './answerForm.ts'
import type { Choice, Ending, Question, Sheet } from './answerSheet.ts'
import { ANSWER_PATH, startField } from './answerTokens.ts'

type View = {
  readonly chosen: ReadonlyMap<number, Choice>
  /** `moved`: the link of the page named another start. */
  readonly notice: Outcome | 'moved' | null
  readonly now: number
}

const GROUPS = '/discordia/dashboard?tab=groups'
const wordsOf = (kit: Kit) => kit.texts.pages.answer

export function endingPage(kit: Kit, ending: Ending): string {
  const { [ending]: words, to_groups } = wordsOf(kit)
  return plainPage(kit, {
    title: words.title,
    content: element('section', textElement('p', words.body)),
    links: [{ label: to_groups, path: GROUPS }],
    isPersonal: true,
  })
}

/** The form, or what is saved. */
export function sheetPage(kit: Kit, token: string, sheet: Sheet, view: View): string {
  const words = wordsOf(kit)
  const { username: name, group, title } = sheet
  const isSaved = view.notice === 'saved'
  const fill = (text: string) => fillIn(text, { name, group: group.name })
  const path = `/discordia/dashboard?group=${group.id}&part=sessions`
  const again = { label: words.change, path: `${API_BASE}${ANSWER_PATH}/${token}` }
  const parts = [
    title === '' ? '' : textElement('h2', title),
    isSaved || view.notice === null ? '' : textElement('p', words[view.notice], { role: 'alert' }),
    textElement('p', fill(isSaved ? words.saved : words.lead)),
    isSaved ? savedList(kit, sheet, view) : form(kit, sheet, view),
  ]
  return plainPage(kit, {
    title: fill(isSaved ? words.saved_title : words.title),
    content: element('section', parts.join('')),
    links: [...(isSaved ? [again] : []), { label: words.to_group, path }],
    isPersonal: true,
  })
}

const timeIn =
  ({ language }: Kit, { time_zone: zone }: Sheet, now: number) =>
  ({ starts_at, ends_at }: Question) =>
    timeInMail(starts_at, ends_at, { zone, now, language })

function savedList(kit: Kit, sheet: Sheet, { now }: View): string {
  const { choices, no_answer } = wordsOf(kit)
  const timeOf = timeIn(kit, sheet, now)
  const line = (question: Question) => {
    const answer = question.mine === null ? no_answer : choices[question.mine]
    return textElement('li', `${timeOf(question)}: ${answer}`)
  }
  return element('ul', sheet.questions.map(line).join(''))
}

function form(kit: Kit, sheet: Sheet, { chosen, now }: View): string {
  const { choices, save } = wordsOf(kit)
  const timeOf = timeIn(kit, sheet, now)
  const radio = ({ id }: Question, value: Choice) => {
    const isChosen = chosen.get(id) === value
    const field = { type: 'radio', name: id, value, ...(isChosen && { checked: '' }) }
    return element('label', `${voidTag('input', field)} ${escapeHtml(choices[value])}`)
  }
  const fieldset = (question: Question) => {
    const { id, starts_at } = question
    return element(
      'fieldset',
      [
        textElement('legend', timeOf(question)),
        ...sheet.choices.map((value) => radio(question, value)),
        voidTag('input', { type: 'hidden', name: startField(id), value: starts_at }),
      ].join(''),
    )
  }
  const fields = sheet.questions.map(fieldset).join('')
  return element('form', `${fields}${textElement('button', save)}`, { method: 'post' })
}
