import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { EMAIL_PATTERN, ID_MAX, TEXT_MAX } from '#contract/fields.ts'
import { GUEST_HOLD_MINUTES } from '#contract/guests.ts'
import type { ContentId } from '#contract/ids.ts'
import { ANSWER_TEXT_MAX, COMPANION_NAME_MAX, COMPANIONS_MAX } from '#contract/registration.ts'
import { byId, fileResponse } from '#contract/shapes.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, Refusal } from '../../http/errors.ts'
import { acceptForms, plainPage, readersKit, sendPage } from '../../http/plainPage.ts'
import { chosenLanguage } from '../../http/requestLanguage.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { element, textElement, voidTag } from '../../text/markup.ts'
import { sentenceIn } from '../../text/sentence.ts'
import { timeInMail } from '../../text/time.ts'
import { changing, reading } from '../../work/work.ts'
import { type Act, changeSeat, readSeat, type Seat } from './guestSeat.ts'
import { holdSeat } from './guests.ts'
import { answersOf, companionsOf, type EventRow, findEvent, questionsOf } from './repository.ts'
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
const ofToken = { ...described, params: Type.Object({ token: Type.String() }) }
const ofEvent = { ...described, params: byId<ContentId>() }

/** GET writes nothing, as programs open links of mails. Needs a scope of its own: it takes forms. */
export function guestPagesRoutes(open: App, deps: Deps): void {
  acceptForms(open)
  const seat = { url: `${SEAT_PATH}/:token`, config: limited(60, 1) }
  open.route({
    method: 'GET',
    ...seat,
    schema: { operationId: 'showSeat', summary: 'Page of a seat without an account', ...ofToken },
    handler: async (request, reply) =>
      sendSeat(
        deps,
        { request, reply },
        {
          seat: await readSeat(reading(deps), request.params.token),
        },
      ),
  })
  open.route({
    method: 'POST',
    ...seat,
    schema: {
      operationId: 'changeSeat',
      summary: 'Take, change, give back or erase it',
      ...ofToken,
    },
    handler: (request, reply) => actOnSeat(deps, request, reply),
  })
  const form = { url: '/contents/registration/:id/form', config: limited(6, 60) }
  open.route({
    method: 'GET',
    ...form,
    config: limited(60, 1),
    schema: {
      operationId: 'showGuestForm',
      summary: 'Form for people without scripts',
      ...ofEvent,
    },
    handler: (request, reply) => sendForm(deps, { request, reply }, request.params.id),
  })
  open.route({
    method: 'POST',
    ...form,
    schema: { operationId: 'sendGuestForm', summary: 'Ask for a seat without scripts', ...ofEvent },
    handler: (request, reply) => takeForm(deps, { request, reply }, request.params.id),
  })
}

type Asking = { readonly request: FastifyRequest; readonly reply: FastifyReply }

const wordsOf = (kit: Kit) => kit.texts.pages.seat

type Ending = 'unknown' | 'gone' | 'stopped'

function endingPage(kit: Kit, ending: Ending): string {
  const { title, body } = wordsOf(kit)[ending]
  const content = element('section', textElement('p', body))
  return plainPage(kit, { title, content, isPersonal: true })
}

type Notice = { readonly text: string; readonly status: number }

type Shown = { readonly seat: Seat | null; readonly notice?: Notice }

function sendSeat(deps: Deps, { request, reply }: Asking, { seat, notice }: Shown) {
  const kit = readersKit(deps.kit.current(), request, reply)
  if (seat === null) return sendPage(reply, 404, endingPage(kit, 'unknown'))
  return sendPage(reply, notice?.status ?? 200, seatPage(kit, deps, { seat, notice }))
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
    answers: form.getAll('answer').map((answer) => answer.slice(0, ANSWER_TEXT_MAX)),
    sequence: Number(form.get('sequence')),
  }
}

async function actOnSeat(
  deps: Deps,
  request: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
) {
  const { token } = request.params
  const kit = readersKit(deps.kit.current(), request, reply)
  const act = actIn(formOf(request))
  try {
    const outcome = await changing(deps, (w) => changeSeat(w, token, act))
    if (outcome === 'gone' || outcome === 'stopped' || outcome === 'unknown')
      return sendPage(reply, outcome === 'unknown' ? 404 : 200, endingPage(kit, outcome))
    const notice = {
      text: wordsOf(kit).notices[outcome],
      status: outcome === 'nothing' ? 409 : 200,
    }
    return sendSeat(
      deps,
      { request, reply },
      { seat: await readSeat(reading(deps), token), notice },
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const notice = { text: sentenceIn(kit.language, error.sentence), status: 409 }
    return sendSeat(
      deps,
      { request, reply },
      { seat: await readSeat(reading(deps), token), notice },
    )
  }
}

type View = { readonly seat: Seat; readonly notice: Notice | undefined }

function seatPage(kit: Kit, deps: Deps, { seat, notice }: View): string {
  const { event, row, state } = seat
  const words = wordsOf(kit)
  const until = timeIn(kit, deps, { ...row, at: seat.until })
  const parts = [
    notice ? textElement('p', notice.text, { role: 'alert' }) : '',
    textElement('p', timeIn(kit, deps, { ...row, at: event })),
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

const timeIn = (
  { language }: Kit,
  { clock, settings }: Deps,
  { at, time_zone }: Moment,
): string => {
  const { starts_at, ends_at } = typeof at === 'number' ? { starts_at: at, ends_at: null } : at
  const zone = time_zone ?? settings.timeZone
  return timeInMail(starts_at, ends_at, { zone, now: clock(), language })
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

const field = (label: string, attributes: Readonly<Record<string, string | number>>) =>
  element('label', `${textElement('span', label)} ${voidTag('input', attributes)}`)

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

async function eventOf(deps: Deps, id: ContentId): Promise<EventRow> {
  const isId = Number.isInteger(id) && id >= 1 && id <= ID_MAX
  const event = isId ? await findEvent(reading(deps), id) : undefined
  if (event === undefined || event.guests === 0) throw errors.notFound()
  return event
}

async function sendForm(deps: Deps, { request, reply }: Asking, id: ContentId) {
  const kit = readersKit(deps.kit.current(), request, reply)
  return sendPage(
    reply,
    200,
    formPage(kit, await eventOf(deps, id), { form: new URLSearchParams() }),
  )
}

async function takeForm(deps: Deps, { request, reply }: Asking, id: ContentId) {
  const kit = readersKit(deps.kit.current(), request, reply)
  const event = await eventOf(deps, id)
  const form = formOf(request)
  const email = (form.get('email') ?? '').trim().slice(0, TEXT_MAX)
  const name = (form.get('name') ?? '').slice(0, COMPANION_NAME_MAX)
  try {
    if (name.trim() === '') throw errors.blank('name')
    if (!new RegExp(EMAIL_PATTERN).test(email)) throw errors.invalidEmail()
    const asked = {
      ...{ name, email, may_wait: form.has('may_wait') },
      answers: form.getAll('answer').map((answer) => answer.slice(0, ANSWER_TEXT_MAX)),
      companions: companionLines(form),
      language: chosenLanguage(request),
      isUnproven: true,
    } as const
    const { held_until } = await changing(deps, (w) => holdSeat(w, id, asked))
    const until = timeIn(kit, deps, { at: Date.parse(held_until), time_zone: null })
    const { sent: title, sent_text } = wordsOf(kit).form
    const text = textElement('p', fillIn(sent_text, { email, until }), { role: 'status' })
    return sendPage(reply, 200, plainPage(kit, { title, content: element('section', text) }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const problem = sentenceIn(kit.language, error.sentence)
    return sendPage(reply, error.status, formPage(kit, event, { form, problem }))
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
      : element(
          'label',
          `${textElement('span', words.form.companions)} ${textElement('textarea', form.get('companions') ?? '', { name: 'companions', rows: 3 })}`,
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
