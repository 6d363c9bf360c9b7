import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/fields.ts'
import { GUEST_HOLD_MINUTES } from '#contract/guests.ts'
import type { ContentId } from '#contract/ids.ts'
import { ANSWER_TEXT_MAX, COMPANION_NAME_MAX, COMPANIONS_MAX } from '#contract/registration.ts'
import { byId, fileResponse } from '#contract/shapes.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, Refusal, refusalIn } from '../../http/errors.ts'
import { acceptForms, plainPage, readersKit, sendPage } from '../../http/plainPage.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { type Attributes, element, textElement, voidTag } from '../../text/markup.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { timeInMail } from '../../text/time.ts'
import { changing, reading } from '../../work/work.ts'
import { type Act, changeSeat, readSeat, type Seat } from './guestSeat.ts'
import { guestEvent, holdSeat } from './guests.ts'
import { seatsLeft, sizeOf, stateOfSignUp } from './policy.ts'
import {
  answersOf,
  companionsOf,
  countRegistrations,
  type EventRow,
  questionsOf,
} from './repository.ts'
import { SEAT_PATH } from './seatTokens.ts'

/* Pages without scripts for people without an account: the page of a seat, and the form that asks for one. */

const described = {
  tags: ['Registration for events'],
  response: {
    200: fileResponse('A page that shows the seat, or says what is saved', 'text/html'),
    400: fileResponse('The page: something is missing', 'text/html'),
    404: fileResponse('A page: the link does not work', 'text/html'),
    409: fileResponse('The page: it cannot be done', 'text/html'),
    429: fileResponse('Too many requests', 'text/html'),
  },
} as const

type Reader = { readonly deps: Deps; readonly kit: Kit }
type Sheet = { readonly status: number; readonly html: string }
type Page<Params> = (r: Reader, request: FastifyRequest<{ Params: Params }>) => Promise<Sheet>
type Operation = {
  readonly method: 'GET' | 'POST'
  readonly operationId: string
  readonly summary: string
  readonly config?: ReturnType<typeof limited>
}

/** GET writes nothing, as programs open links of mails. Needs a scope of its own: it takes forms. */
export function guestPagesRoutes(open: App, deps: Deps): void {
  acceptForms(open, deps)
  const serving =
    <Params>(url: string, params: TSchema) =>
    ({ method, config = limited(60, 1), ...operation }: Operation, page: Page<Params>) =>
      open.route<{ Params: Params }>({
        ...{ method, url, config },
        schema: { ...operation, ...described, params },
        async handler(request, reply) {
          const kit = readersKit(deps.kit.current(), request, reply)
          const { status, html } = await page({ deps, kit }, request)
          return sendPage(reply, status, html)
        },
      })
  const token = Type.Object({ token: Type.String() })
  const seat = serving<OfToken>(`${SEAT_PATH}/:token`, token)
  const showing = { operationId: 'showSeat', summary: 'Page of a seat without an account' }
  seat({ method: 'GET', ...showing }, showSeat)
  const acting = { operationId: 'changeSeat', summary: 'Take, change, give back or erase it' }
  seat({ method: 'POST', ...acting }, actOnSeat)
  const form = serving<OfEvent>('/contents/registration/:id/form', byId<ContentId>())
  const asking = { operationId: 'showGuestForm', summary: 'Form for people without scripts' }
  form({ method: 'GET', ...asking }, showForm)
  const sending = { operationId: 'sendGuestForm', summary: 'Ask for a seat without scripts' }
  form({ method: 'POST', config: limited(6, 60), ...sending }, takeForm)
}

type OfToken = { readonly token: string }
type OfEvent = { readonly id: ContentId }

const wordsOf = (kit: Kit) => kit.texts.pages.seat

function ending(kit: Kit, name: 'unknown' | 'gone' | 'stopped'): Sheet {
  const { title, body } = wordsOf(kit)[name]
  const content = element('section', textElement('p', body))
  const status = name === 'unknown' ? 404 : 200
  return { status, html: plainPage(kit, { title, content, isPersonal: true }) }
}

type Notice = { readonly text: string; readonly status: number }

/** @param typed what was refused */
type View = { readonly notice?: Notice; readonly typed?: Act }

const showSeat: Page<OfToken> = (r, { params }) => seatSheet(r, params.token)

async function seatSheet(r: Reader, token: string, view: View = {}): Promise<Sheet> {
  const seat = await readSeat(reading(r.deps), token)
  if (seat === null) return ending(r.kit, 'unknown')
  return { status: view.notice?.status ?? 200, html: seatPage(r, { ...view, seat }) }
}

/** The sentence, behind the label of the field that it is about. */
function problemIn(kit: Kit, { sentence, attr }: Refusal, questions: readonly string[]): string {
  const [field = '', index = ''] = (attr ?? '').split('.')
  const labels = new Map([
    ['name', wordsOf(kit).name],
    ['answers', questions[Number(index)]],
  ])
  return [labels.get(field), sentenceIn(kit.language, sentence)].filter(Boolean).join(': ')
}

const formOf = ({ body }: FastifyRequest) =>
  new URLSearchParams(typeof body === 'string' ? body : '')

const ACTS: readonly Act['kind'][] = ['take', 'give_back', 'drop', 'save', 'erase', 'never']

function actIn(form: URLSearchParams): Act {
  const [name = '', index = ''] = (form.get('act') ?? '').split(' ')
  return {
    kind: ACTS.find((one) => one === name) ?? 'save',
    index: Number(index),
    name: (form.get('name') ?? '').slice(0, COMPANION_NAME_MAX),
    answers: answersIn(form),
    sequence: Number(form.get('sequence')),
  }
}

const answersIn = (form: URLSearchParams) =>
  form.getAll('answer').map((answer) => answer.slice(0, ANSWER_TEXT_MAX))

const actOnSeat: Page<OfToken> = async (r, request) => {
  const { token } = request.params
  const act = actIn(formOf(request))
  try {
    const outcome = await changing(r.deps, (w) => changeSeat(w, token, act))
    if (outcome === 'gone' || outcome === 'stopped') return ending(r.kit, outcome)
    const text = wordsOf(r.kit).notices[outcome]
    const status = outcome === 'nothing' ? 409 : 200
    return await seatSheet(r, token, { notice: { text, status } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const seat = await readSeat(reading(r.deps), token)
    const asked = seat ? answersOf(seat.row.answers).map(({ question }) => question) : []
    const notice = { text: problemIn(r.kit, error, asked), status: error.status }
    return seatSheet(r, token, { notice, ...(act.kind === 'save' && { typed: act }) })
  }
}

function seatPage(r: Reader, { seat, notice, typed }: View & { readonly seat: Seat }): string {
  const { kit } = r
  const { event, row, state, rest, refused } = seat
  const words = wordsOf(kit)
  const until = timeIn(r, { ...row, at: seat.until })
  const isTold = rest === null || (state === 'coming' && rest !== 'called_off')
  const told = refused
    ? sentenceIn(kit.language, refused.sentence)
    : fillIn(words.states[state], { until, place: seat.place ?? '' })
  const parts = [
    notice ? textElement('p', notice.text, { role: 'alert' }) : '',
    textElement('p', timeIn(r, { ...row, at: event })),
    event.location ? textElement('p', event.location) : '',
    row.companions > 0 ? textElement('p', fillIn(words.people, { people: sizeOf(row) })) : '',
    rest === null ? '' : textElement('p', words.rests[rest]),
    isTold ? textElement('p', told) : '',
    element('form', `${hidden('sequence', row.sequence)}${buttons(kit, seat)}`, { method: 'post' }),
  ]
  const path = `/discordia/news/${(refused && event.parent_id) ?? event.id}`
  return plainPage(kit, {
    title: fillIn(words.title, { title: event.title }),
    content: `${element('section', parts.join(''))}${dataSection(kit, seat, typed)}`,
    links: rest === 'withdrawn' ? [] : [{ label: words.to_event, path }],
    isPersonal: true,
  })
}

type Times = Pick<EventRow, 'starts_at' | 'ends_at'>

type Moment = { readonly at: number | Times; readonly time_zone: string | null }

const timeIn = ({ kit, deps: { clock, settings } }: Reader, { at, time_zone }: Moment): string => {
  const { starts_at, ends_at } = typeof at === 'number' ? { starts_at: at, ends_at: null } : at
  const zone = time_zone ?? settings.timeZone
  return timeInMail(starts_at, ends_at, { zone, now: clock(), language: kit.language })
}

const hidden = (name: string, value: string | number) =>
  voidTag('input', { type: 'hidden', name, value })
const button = (label: string, act: string, attributes = {}) =>
  textElement('button', label, {
    ...{ name: 'act', value: act, ...attributes },
    ...(act !== 'take' && { class: 'quiet' }),
  })
const REQUIRED = { required: '' } as const
/** Attributes of a button that needs no field of its form. */
const ANYHOW = { formnovalidate: '' } as const

/** Those that work as things are. */
function buttons(kit: Kit, { state, row, rest, refused }: Seat): string {
  if (state === 'known' || rest === 'called_off' || rest === 'begun') return ''
  const words = wordsOf(kit)
  const mayTake = rest === null && refused === null
  const names = companionsOf(row).map(
    (name, index) => name || fillIn(words.companion_number, { number: index + 1 }),
  )
  return [
    mayTake && (state === 'held' || state === 'offered') ? button(words.take, 'take') : '',
    mayTake && state === 'pending' ? button(words.wait, 'take') : '',
    ...(state === 'coming' || state === 'waiting'
      ? names.map((name, index) => button(fillIn(words.drop, { name }), `drop ${index}`))
      : []),
    state === 'cancelled' || state === 'pending' ? '' : button(words.leave[state], 'give_back'),
  ].join('')
}

const labelled = (label: string, control: string) =>
  element('label', `${textElement('span', label)} ${control}`)
const field = (label: string, attributes: Attributes) =>
  labelled(label, voidTag('input', attributes))

/** A button that takes two presses, since what it does is final. */
const folded = (label: string, act: string, text = '') =>
  element(
    'details',
    `${textElement('summary', label)}${text && textElement('p', text)}${button(label, act, ANYHOW)}`,
  )

/** What is stored, which can be changed and erased. @param typed what was refused */
function dataSection(kit: Kit, { row, state }: Seat, typed?: Act): string {
  const words = wordsOf(kit)
  const answers = answersOf(row.answers).map(({ question, answer }, index) =>
    field(question, {
      ...{ name: 'answer', value: typed?.answers[index] ?? answer, maxlength: ANSWER_TEXT_MAX },
    }),
  )
  const name = { name: 'name', value: typed?.name ?? row.name ?? '', maxlength: COMPANION_NAME_MAX }
  const fields = [
    hidden('sequence', row.sequence),
    field(words.name, { ...name, ...REQUIRED }),
    textElement('p', `${words.email}: ${row.email}`),
    ...companionsOf(row).flatMap((name) =>
      name === '' ? [] : [textElement('p', `${words.companion}: ${name}`)],
    ),
    ...answers,
    state === 'known' ? '' : button(words.save, 'save'),
    textElement('p', words.data_text),
    folded(words.erase, 'erase'),
    folded(words.never, 'never', words.never_text),
  ]
  const form = element('form', fields.join(''), { method: 'post' })
  return element('section', `${textElement('h2', words.data)}${form}`)
}

const showForm: Page<OfEvent> = async (r, { params: { id } }) => {
  const { kit, deps } = r
  const w = reading(deps)
  const event = await guestEvent(w, id)
  const counts = await countRegistrations(w, id)
  const closed = await refusalIn(async () =>
    stateOfSignUp({ now: w.now, event, mine: undefined }, counts, { may_wait: true }),
  )
  const problem = closed && sentenceIn(kit.language, closed.sentence)
  const left = fillIn(wordsOf(kit).form.left, { left: seatsLeft(event, counts) })
  const facts = [timeIn(r, { at: event, time_zone: null }), event.location ?? '', left]
  const filled = { form: new URLSearchParams(), facts }
  const html = formPage(kit, event, { ...filled, ...(problem && { problem, isClosed: true }) })
  return { status: 200, html }
}

const takeForm: Page<OfEvent> = async (r, request) => {
  const { kit, deps } = r
  const { id } = request.params
  const event = await guestEvent(reading(deps), id)
  const form = formOf(request)
  const email = (form.get('email') ?? '').trim().slice(0, TEXT_MAX)
  const name = (form.get('name') ?? '').slice(0, COMPANION_NAME_MAX)
  try {
    if (name.trim() === '') throw errors.blank('name')
    if (!new RegExp(EMAIL_PATTERN).test(email)) throw errors.invalidEmail()
    const asked = {
      ...{ name, email, may_wait: form.has('may_wait') },
      answers: answersIn(form),
      companions: companionLines(form),
      language: chosenLanguage(request),
      isUnproven: true,
    } as const
    await changing(deps, (w) => holdSeat(w, id, asked))
    const { sent: title, sent_text } = wordsOf(kit).form
    const text = textElement('p', fillIn(sent_text, { email }), { role: 'status' })
    return { status: 200, html: plainPage(kit, { title, content: element('section', text) }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const questions = questionsOf(event).map(({ text }) => text)
    const problem = problemIn(kit, error, questions)
    return { status: error.status, html: formPage(kit, event, { form, problem }) }
  }
}

const companionLines = (form: URLSearchParams): string[] =>
  (form.get('companions') ?? '')
    .split('\n')
    .map((line) => line.trim().slice(0, COMPANION_NAME_MAX))
    .filter(Boolean)
    .slice(0, COMPANIONS_MAX + 1)

type Filled = {
  readonly form: URLSearchParams
  readonly facts?: readonly string[]
  readonly problem?: string
  /** Shown alone, in place of the fields. */
  readonly isClosed?: true
}

function formPage(
  kit: Kit,
  event: EventRow,
  { form, facts = [], problem, isClosed }: Filled,
): string {
  const words = wordsOf(kit)
  const typed = form.getAll('answer')
  const text = (name: string) => ({ name, value: form.get(name) ?? '', ...REQUIRED })
  const isChecked = form.has('may_wait')
  const fields = [
    field(words.name, { ...text('name'), maxlength: COMPANION_NAME_MAX, autocomplete: 'name' }),
    field(words.email, { ...text('email'), type: 'email', autocomplete: 'email' }),
    ...questionsOf(event).map(({ text: question, is_required }, index) =>
      field(question, {
        ...{ name: 'answer', value: typed[index] ?? '', maxlength: ANSWER_TEXT_MAX },
        ...(is_required && REQUIRED),
      }),
    ),
    event.companions_max === null
      ? ''
      : labelled(
          words.form.companions,
          textElement('textarea', form.get('companions') ?? '', { name: 'companions', rows: 3 }),
        ),
    (event.waiting_max ?? 0) > 0
      ? element(
          'label',
          `${voidTag('input', { type: 'checkbox', name: 'may_wait', value: 'on', ...(isChecked && { checked: '' }) })} ${textElement('span', words.form.may_wait)}`,
        )
      : '',
    textElement('button', words.form.send),
  ]
  const parts = [
    problem === undefined ? '' : textElement('p', problem, { role: 'alert' }),
    ...facts.map((fact) => (fact === '' ? '' : textElement('p', fact))),
    ...(isClosed
      ? []
      : [
          textElement('p', fillIn(words.form.lead, { minutes: GUEST_HOLD_MINUTES })),
          element('form', fields.join(''), { method: 'post' }),
        ]),
  ]
  return plainPage(kit, {
    title: fillIn(words.form.title, { title: event.title }),
    content: element('section', parts.join('')),
    links: [{ label: words.to_event, path: `/discordia/news/${event.id}` }],
    isPersonal: true,
  })
}
