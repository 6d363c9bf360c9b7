import Type from 'typebox'
import type { DateOptionId, DatePollId, GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import { DATE_ANSWERS, type DateAnswer, GAME_ANSWERS, type GameAnswer } from '#contract/sets.ts'
import { fileResponse } from '#contract/shapes.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { API_BASE } from '../../../http/apiBase.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, Refusal } from '../../../http/errors.ts'
import { acceptForms, plainPage, readersKit, sendPage } from '../../../http/plainPage.ts'
import { fillIn, type Kit } from '../../../text/kit.ts'
import { element, escapeHtml, textElement, voidTag } from '../../../text/markup.ts'
import { timeInMail } from '../../../text/time.ts'
import { reading } from '../../../work/work.ts'
import { accountSeal } from '../../account/seal.ts'
import type { GroupWork } from '../groupCalls.ts'
import { findTimeZone, readGroup } from '../repository.ts'
import { ANSWER_PATH, answerTokens, type Named, startField } from './answerTokens.ts'
import { pageOf } from './mails.ts'
import { itself, ofPlan } from './plan.ts'
import { findPollGroup, listDateAnswers, listOptions, readPoll } from './pollRepository.ts'
import { vote } from './polls.ts'
import { type DateRow, findDate, findSession, listGameAnswers } from './sessionRepository.ts'
import { saveAnswer } from './sessions.ts'

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
export function answerPagesRoutes(open: App, deps: Deps): void {
  acceptForms(open, deps)
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
        return sendPage(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const { chosen, isMoved } = chosenIn(sheet, new URL(request.url, 'http://site').searchParams)
      const view = { token, chosen, notice: isMoved ? 'moved' : null, now: deps.clock() } as const
      return sendPage(reply, 200, sheetPage(kit, sheet, view))
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
        return sendPage(reply, sheet === 'unknown' ? 404 : 410, endingPage(kit, sheet))
      const view = { token, ...chosenIn(sheet, form), notice: outcome, now: deps.clock() }
      return sendPage(reply, STATUS[outcome], sheetPage(kit, sheet, view))
    },
  })
}

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
  ({ language }: Kit, { time_zone: zone }: Sheet, { now }: View) =>
  ({ starts_at, ends_at, title = '' }: Question) =>
    [timeInMail(starts_at, ends_at, { zone, now, language }), title].filter(Boolean).join(': ')

function savedList(kit: Kit, sheet: Sheet, view: View): string {
  const { choices, no_answer } = wordsOf(kit)
  const timeOf = timeIn(kit, sheet, view)
  const line = (question: Question) => {
    const answer = question.mine === null ? no_answer : choices[question.mine]
    return textElement('li', `${timeOf(question)}: ${answer}`)
  }
  return element('ul', sheet.questions.map(line).join(''))
}

function form(kit: Kit, sheet: Sheet, view: View): string {
  const { choices, save } = wordsOf(kit)
  const timeOf = timeIn(kit, sheet, view)
  const radio = ({ id }: Question, value: Choice) => {
    const isChosen = view.chosen.get(id) === value
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

/** A page without a question, by the name of its text. */
type Ending = 'unknown' | 'ended' | 'over' | 'cancelled' | 'poll_closed' | 'poll_fixed'

type Question = {
  readonly id: GameDateId | DateOptionId
  readonly starts_at: number
  readonly ends_at: number
  /** The title of a date, if the dates have several. */
  readonly title?: string
  readonly mine: Choice | null
}

/** What a page of a link asks. */
type Sheet = Named & {
  readonly username: string
  readonly group: { readonly id: GroupId; readonly name: string }
  /** May be empty. */
  readonly title: string
  readonly time_zone: string
  readonly choices: readonly Choice[]
  /** Soonest first. */
  readonly questions: readonly Question[]
  /** @throws Refusal if something has changed since the questions were read */
  readonly save: (w: GroupWork, given: readonly Given[]) => Promise<void>
}

type Choice = DateAnswer | GameAnswer

/** An answer to a question, with the start that its reader has seen. */
type Given = {
  readonly question: Question
  readonly answer: Choice
  readonly starts_at: number
}

type Parts = Pick<Deps, 'db' | 'clock' | 'jwtSecret'>

/** Whether the link still belongs to the account. */
const isSealed = async (w: HasDb, jwtSecret: string, { member, seal }: Named) =>
  (await accountSeal(w, jwtSecret, member))?.seal === seal

/**
 * Reads the dates or the poll that a link is about, without a lock. Members who have left and accounts that have changed
 * get one page, which has nothing about the group.
 */
export async function readSheet(
  { db, clock, jwtSecret }: Parts,
  token: string,
): Promise<Sheet | Ending> {
  const named = answerTokens(jwtSecret).namedIn(token)
  if (named === null) return 'unknown'
  const { member, seal, asked } = named
  const account = await accountSeal({ db }, jwtSecret, member)
  if (account?.seal !== seal) return 'ended'
  const subject =
    'poll' in asked
      ? await pollOf({ db, now: clock() }, asked.poll, member)
      : await datesOf({ db, now: clock() }, asked.dates, member)
  if (subject === undefined) return 'ended'
  const { group_id: id, ending, ...sheet } = subject
  const group = await readGroup({ db }, id)
  if (!group?.active.includes(member)) return 'ended'
  if (ending !== null) return ending
  const time_zone = (await findTimeZone({ db }, id, member)) ?? sheet.time_zone
  const { username } = account
  return { ...named, ...sheet, username, time_zone, group: { id, name: group.name } }
}

type Found = Pick<Sheet, 'title' | 'time_zone' | 'choices' | 'questions' | 'save'> & {
  readonly group_id: GroupId
  readonly ending: Ending | null
}

/** The given answers that are among the choices, by the id of their question. */
const chosen = <C extends Choice>(choices: readonly C[], given: readonly Given[]) =>
  new Map<number, { answer: C; starts_at: number }>(
    given.flatMap(({ question, answer: text, starts_at }) => {
      const answer = choices.find((choice) => choice === text)
      return answer === undefined ? [] : [[question.id, { answer, starts_at }] as const]
    }),
  )

async function datesOf(
  w: Read,
  ids: readonly GameDateId[],
  member: MemberId,
): Promise<Found | undefined> {
  const found = await Promise.all(ids.map((id) => findDate(w, id)))
  const dates = found.filter((date) => date !== undefined)
  const [first] = dates
  const session = first && (await findSession(w, first.session_id))
  if (first === undefined || session === undefined) return undefined
  const ahead = dates.filter((date) => date.cancelled_at === null && date.ends_at > w.now)
  const given = await listGameAnswers(w, ids)
  const mineOf = ({ id }: DateRow) =>
    given.find((one) => one.date_id === id && one.user_id === member)?.answer ?? null
  const isCancelled = dates.every(({ cancelled_at }) => cancelled_at !== null)
  const isOneTitle = ahead.every(({ title }) => title === ahead[0]?.title)
  return {
    group_id: session.group_id,
    title: isOneTitle ? (ahead[0] ?? first).title : '',
    time_zone: session.time_zone,
    choices: GAME_ANSWERS,
    questions: ahead
      .toSorted((a, b) => a.starts_at - b.starts_at)
      .map((date) => ({
        ...pick(date),
        ...(!isOneTitle && { title: date.title }),
        mine: mineOf(date),
      })),
    async save(w, given) {
      const answers = chosen(GAME_ANSWERS, given)
      for (const { id } of ahead) {
        const answer = answers.get(id)
        if (answer !== undefined) await saveAnswer(w, { id, ...answer })
      }
    },
    ending: ahead.length > 0 ? null : isCancelled ? 'cancelled' : 'over',
  }
}

async function pollOf(w: Read, id: DatePollId, member: MemberId): Promise<Found | undefined> {
  const group_id = await findPollGroup(w, id)
  if (group_id === undefined) return undefined
  const { state, title, time_zone, closes_at } = await readPoll(w, id)
  const options = (await listOptions(w, [id])).filter(({ starts_at }) => starts_at > w.now)
  const given = await listDateAnswers(
    w,
    options.map((option) => option.id),
  )
  const mineOf = (option: DateOptionId) =>
    given.find((one) => one.option_id === option && one.user_id === member)?.answer ?? null
  const isOver = closes_at !== null && closes_at <= w.now
  const closed = state === 'fixed' ? 'poll_fixed' : 'poll_closed'
  return {
    group_id,
    title,
    time_zone,
    choices: DATE_ANSWERS,
    questions: options.map((option) => ({ ...pick(option), mine: mineOf(option.id) })),
    async save(w, given) {
      const answers = chosen(DATE_ANSWERS, given)
      const votes = options.flatMap(({ id: option_id }) => {
        const answer = answers.get(option_id)
        return answer === undefined ? [] : [{ option_id, ...answer }]
      })
      await vote(w, id, votes)
    },
    ending: state !== 'open' ? closed : isOver || options.length === 0 ? 'poll_closed' : null,
  }
}

const pick = <Id>({ id, starts_at, ends_at }: { id: Id; starts_at: number; ends_at: number }) => ({
  id,
  starts_at,
  ends_at,
})
