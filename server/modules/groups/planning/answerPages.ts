import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { fileResponse } from '#contract/shapes.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, Refusal } from '../../../http/errors.ts'
import { acceptForms, plainPage, readersKit } from '../../../http/plainPage.ts'
import { limited } from '../../../http/serve.ts'
import { fillIn } from '../../../text/fillIn.ts'
import type { Kit } from '../../../text/kit.ts'
import { element, escapeHtml, textElement, voidTag } from '../../../text/markup.ts'
import { timeInMail } from '../../../text/time.ts'
import { reading } from '../../../work/work.ts'
import {
  type Choice,
  type Ending,
  type Given,
  isSealed,
  type Question,
  readSheet,
  type Sheet,
} from './answerSheet.ts'
import { ANSWER_PATH, startField } from './answerTokens.ts'
import { pageOf } from './mails.ts'
import { itself, ofPlan } from './plan.ts'

const described = {
  tags: ['Groups'],
  params: Type.Object({ token: Type.String() }),
  response: {
    200: fileResponse('A page that asks, or says what is saved', 'text/html'),
    400: fileResponse('The page: no answer was chosen', 'text/html'),
    404: fileResponse('A page: no mail of ours had this link', 'text/html'),
    409: fileResponse('The page: something has changed, so that nothing is saved', 'text/html'),
    410: fileResponse('A page: the link does not work any more', 'text/html'),
  },
} as const

const STATUS = { saved: 200, none: 400, changed: 409 } as const

/**
 * Pages behind the links of mails that ask for an answer. They need no session, and say whose answer it is. GET writes
 * nothing, as programs open links of mails. Needs a scope of its own: it takes forms.
 */
export function answerPagesModule(open: App, deps: Deps): void {
  acceptForms(open)
  const url = `${ANSWER_PATH}/:token`
  const config = limited(60, 1)
  open.route({
    method: 'GET',
    url,
    config,
    schema: { operationId: 'askForAnswer', summary: 'Page that asks for an answer', ...described },
    async handler(request, reply) {
      const { token } = request.params
      const sheet = await readSheet(deps, token)
      const kit = readersKit(deps.kit.current(), request, reply)
      if (typeof sheet === 'string')
        return send(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const { chosen, isMoved } = chosenIn(sheet, new URL(request.url, 'http://site').searchParams)
      const view = { token, chosen, notice: isMoved ? 'moved' : null, now: deps.clock() } as const
      return send(reply, 200, sheetPage(kit, sheet, view))
    },
  })
  open.route({
    method: 'POST',
    url,
    config,
    schema: { operationId: 'answerFromMail', summary: 'Answer from a mail', ...described },
    async handler(request, reply) {
      const { body, params } = request
      const { token } = params
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      const seen = await readSheet(deps, token)
      const outcome = typeof seen === 'string' ? 'changed' : await saveForm(deps, seen, form)
      const sheet = outcome === 'none' ? seen : await readSheet(deps, token)
      const kit = readersKit(deps.kit.current(), request, reply)
      if (typeof sheet === 'string')
        return send(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const view = { token, ...chosenIn(sheet, form), notice: outcome, now: deps.clock() }
      return send(reply, STATUS[outcome], sheetPage(kit, sheet, view))
    },
  })
}

/** The secret in the URL goes to no other site. */
const send = (reply: FastifyReply, status: number, page: string) =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .send(page)

/** The answers of a form, or of the URL of a page. Only questions of the sheet count, whatever else it has. */
const givenIn = ({ questions, choices }: Sheet, sent: URLSearchParams): Given[] =>
  questions.flatMap((question) => {
    const answer = choices.find((choice) => choice === sent.get(String(question.id)))
    if (answer === undefined) return []
    return [{ question, answer, starts_at: Number(sent.get(startField(question.id))) }]
  })

/** @returns the answers that are chosen at first: those to dates that have not moved since, or else the saved ones */
function chosenIn(sheet: Sheet, sent: URLSearchParams) {
  const given = givenIn(sheet, sent)
  const isMoved = ({ question, starts_at }: Given) => question.starts_at !== starts_at
  const saved = sheet.questions.flatMap(({ id, mine }) =>
    mine === null ? [] : [[id, mine] as const],
  )
  return {
    chosen: new Map<number, Choice>([
      ...saved,
      ...given
        .filter((one) => !isMoved(one))
        .map(({ question, answer }) => [question.id, answer] as const),
    ]),
    isMoved: given.some(isMoved),
  }
}

/** `none`: the form had no answer; `changed`: something has changed since the page was read, and nothing is saved. */
type Outcome = 'saved' | 'none' | 'changed'

/** Saves all answers of a form, or none. */
export async function saveForm(deps: Deps, sheet: Sheet, form: URLSearchParams): Promise<Outcome> {
  const given = givenIn(sheet, form)
  if (given.length === 0) return 'none'
  try {
    const save = ofPlan('member', itself, async (w) => {
      if (!(await isSealed(w, deps.jwtSecret, sheet))) throw errors.tokenNotValid()
      await sheet.save(w, given)
    })
    await save(reading(deps), { memberId: sheet.member, params: { id: sheet.group.id } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 'changed'
  }
  return 'saved'
}

type View = {
  readonly token: string
  readonly chosen: ReadonlyMap<number, Choice>
  /** `moved`: the link of the page named another start. */
  readonly notice: Outcome | 'moved' | null
  readonly now: number
}

const GROUPS = '/discordia/dashboard?tab=groups'
const wordsOf = (kit: Kit) => kit.texts.pages.answer

function endingPage(kit: Kit, ending: Ending): string {
  const { [ending]: words, to_groups } = wordsOf(kit)
  return plainPage(kit, {
    title: words.title,
    content: element('section', textElement('p', words.body)),
    links: [{ label: to_groups, path: GROUPS }],
    isPersonal: true,
  })
}

/** The form, or what is saved. */
function sheetPage(kit: Kit, sheet: Sheet, view: View): string {
  const words = wordsOf(kit)
  const { username: name, group, title } = sheet
  const isSaved = view.notice === 'saved'
  const fill = (text: string) => fillIn(text, { name, group: group.name })
  const path = pageOf(group.id)
  const again = { label: words.change, path: `${API_BASE}${ANSWER_PATH}/${view.token}` }
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
