import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/fields.ts'
import { GUEST_HOLD_MINUTES } from '#contract/guests.ts'
import type { ContentId } from '#contract/ids.ts'
import { ANSWER_TEXT_MAX, COMPANION_NAME_MAX, COMPANIONS_MAX } from '#contract/registration.ts'
import { byId, fileResponse } from '#contract/shapes.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, Refusal } from '../../http/errors.ts'
import { acceptForms, plainPage, readersKit, sendPage } from '../../http/plainPage.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { type Attributes, element, textElement, voidTag } from '../../text/markup.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { timeInMail } from '../../text/time.ts'
import { changing, reading } from '../../work/work.ts'
import { type Act, changeSeat, readSeat, type Seat } from './guestSeat.ts'
import { guestEvent, holdSeat } from './guests.ts'
import { answersOf, companionsOf, type EventRow, questionsOf } from './repository.ts'
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
  acceptForms(open)
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

const showSeat: Page<OfToken> = (r, { params }) => seatSheet(r, params.token)

async function seatSheet(r: Reader, token: string, notice?: Notice): Promise<Sheet> {
  const seat = await readSeat(reading(r.deps), token)
  if (seat === null) return ending(r.kit, 'unknown')
  return { status: notice?.status ?? 200, html: seatPage(r, { seat, notice }) }
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
    return await seatSheet(r, token, { text, status: outcome === 'nothing' ? 409 : 200 })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return seatSheet(r, token, { text: sentenceIn(r.kit.language, error.sentence), status: 409 })
  }
}

type View = { readonly seat: Seat; readonly notice: Notice | undefined }

function seatPage(r: Reader, { seat, notice }: View): string {
  const { kit } = r
  const { event, row, state } = seat
  const words = wordsOf(kit)
  const until = timeIn(r, { ...row, at: seat.until })
  const parts = [
    notice ? textElement('p', notice.text, { role: 'alert' }) : '',
    textElement('p', timeIn(r, { ...row, at: event })),
    event.location ? textElement('p', event.location) : '',
    textElement('p', fillIn(words.states[state], { until })),
    element('form', `${hidden('sequence', row.sequence)}${buttons(kit, seat)}`, { method: 'post' }),
  ]
  return plainPage(kit, {
    title: fillIn(words.title, { title: event.title }),
    content: `${element('section', parts.join(''))}${dataSection(kit, seat)}`,
    links: [{ label: words.to_event, path: `/discordia/news/${event.id}` }],
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
const button = (label: string, act: string) =>
  textElement('button', label, { name: 'act', value: act })

function buttons(kit: Kit, { state, row }: Seat): string {
  const words = wordsOf(kit)
  const isTaking = state === 'held' || state === 'offered'
  const names = companionsOf(row).map(
    (name, index) => name || fillIn(words.companion_number, { number: index + 1 }),
  )
  return [
    isTaking ? button(words.take, 'take') : '',
    state === 'pending' ? button(words.wait, 'take') : '',
    ...(state === 'coming' || state === 'waiting'
      ? names.map((name, index) => button(fillIn(words.drop, { name }), `drop ${index}`))
      : []),
    state === 'cancelled' || state === 'pending' ? '' : button(words.give_back, 'give_back'),
  ].join('')
}

const labelled = (label: string, control: string) =>
  element('label', `${textElement('span', label)} ${control}`)
const field = (label: string, attributes: Attributes) =>
  labelled(label, voidTag('input', attributes))

/** What is stored, which can be changed and erased. */
function dataSection(kit: Kit, { row }: Seat): string {
  const words = wordsOf(kit)
  const answers = answersOf(row.answers).map(({ question, answer }) =>
    field(question, { name: 'answer', value: answer, maxlength: ANSWER_TEXT_MAX }),
  )
  const fields = [
    hidden('sequence', row.sequence),
    field(words.name, { name: 'name', value: row.name ?? '', maxlength: COMPANION_NAME_MAX }),
    textElement('p', `${words.email}: ${row.email}`),
    ...companionsOf(row).flatMap((name) =>
      name === '' ? [] : [textElement('p', `${words.companion}: ${name}`)],
    ),
    ...answers,
    button(words.save, 'save'),
    textElement('p', words.data_text),
    button(words.erase, 'erase'),
    textElement('p', words.never_text),
    button(words.never, 'never'),
  ]
  const form = element('form', fields.join(''), { method: 'post' })
  return element('section', `${textElement('h2', words.data)}${form}`)
}

const showForm: Page<OfEvent> = async ({ kit, deps }, { params }) => {
  const event = await guestEvent(reading(deps), params.id)
  return { status: 200, html: formPage(kit, event, { form: new URLSearchParams() }) }
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
    const { held_until } = await changing(deps, (w) => holdSeat(w, id, asked))
    const until = timeIn(r, { at: Date.parse(held_until), time_zone: null })
    const { sent: title, sent_text } = wordsOf(kit).form
    const text = textElement('p', fillIn(sent_text, { email, until }), { role: 'status' })
    return { status: 200, html: plainPage(kit, { title, content: element('section', text) }) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = sentenceIn(kit.language, error.sentence)
    return { status: error.status, html: formPage(kit, event, { form, problem }) }
  }
}

const companionLines = (form: URLSearchParams): string[] =>
  (form.get('companions') ?? '')
    .split('\n')
    .map((line) => line.trim().slice(0, COMPANION_NAME_MAX))
    .filter(Boolean)
    .slice(0, COMPANIONS_MAX + 1)

type Filled = { readonly form: URLSearchParams; readonly problem?: string }

function formPage(kit: Kit, event: EventRow, { form, problem }: Filled): string {
  const words = wordsOf(kit)
  const typed = form.getAll('answer')
  const text = (name: string) => ({ name, value: form.get(name) ?? '', required: '' })
  const isChecked = form.has('may_wait')
  const fields = [
    field(words.name, { ...text('name'), maxlength: COMPANION_NAME_MAX, autocomplete: 'name' }),
    field(words.email, { ...text('email'), type: 'email', autocomplete: 'email' }),
    ...questionsOf(event).map(({ text: question, is_required }, index) =>
      field(question, {
        ...{ name: 'answer', value: typed[index] ?? '', maxlength: ANSWER_TEXT_MAX },
        ...(is_required && { required: '' }),
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
    textElement('p', fillIn(words.form.lead, { minutes: GUEST_HOLD_MINUTES })),
    element('form', fields.join(''), { method: 'post' }),
  ]
  return plainPage(kit, {
    title: fillIn(words.form.title, { title: event.title }),
    content: element('section', parts.join('')),
    links: [{ label: words.to_event, path: `/discordia/news/${event.id}` }],
    isPersonal: true,
  })
}
