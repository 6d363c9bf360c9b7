import Type from 'typebox'
import { APPEAL_DAYS, LETTER_MAX } from '#contract/reports.ts'
import { fileResponse } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import { lockRow, type Read } from '../../db/rows.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { acceptForms, plainPage, readersKit, sendPage } from '../../http/plainPage.ts'
import { printable } from '../../text/keys.ts'
import { fillIn, type Kit } from '../../text/kit.ts'
import { element, textElement } from '../../text/markup.ts'
import { changing, reading } from '../../work/work.ts'
import { APPEAL_PATH, namedIn } from './appealTokens.ts'
import { type Case, changeCase, findCase } from './repository.ts'

const described = {
  tags: ['Reports (additions)'],
  params: Type.Object({ token: Type.String() }),
  response: {
    200: fileResponse('A page with the form, or that says it is sent', 'text/html'),
    400: fileResponse('The page: nothing was written', 'text/html'),
    404: fileResponse('A page: the link does not work', 'text/html'),
    409: fileResponse('A page: it was sent before', 'text/html'),
    410: fileResponse('A page: it is too late', 'text/html'),
  },
} as const

/** `asked`: the form; the rest are pages without it. */
type State = 'asked' | 'blank' | 'sent' | 'before' | 'ended' | 'unknown'
const STATUS = { asked: 200, blank: 400, sent: 200, before: 409, ended: 410, unknown: 404 } as const

/** The page behind the link of a decision. Needs a scope of its own: it takes forms. */
export function appealPagesRoutes(open: App, deps: Deps): void {
  acceptForms(open, deps)
  const url = `${APPEAL_PATH}/:token`
  open.route({
    method: 'GET',
    url,
    config: limited(60, 1),
    schema: { operationId: 'askForAppeal', summary: 'Page that takes an appeal', ...described },
    async handler(request, reply) {
      const kit = readersKit(deps.kit.current(), request, reply)
      const named = namedIn(deps.jwtSecret, request.params.token)
      const found = named === null ? undefined : await findCase(deps, named.id)
      const state = stateOf(reading(deps), found, named?.at)
      return sendPage(reply, state === 'before' ? 200 : STATUS[state], pageOf(kit, state, found))
    },
  })
  open.route({
    method: 'POST',
    url,
    config: limited(20, 60),
    schema: { operationId: 'sendAppeal', summary: 'Appeal against a decision', ...described },
    async handler(request, reply) {
      const { body, params } = request
      const form = new URLSearchParams(typeof body === 'string' ? body : '')
      const text = printable(form.get('text') ?? '')
        .trim()
        .slice(0, LETTER_MAX)
      const named = namedIn(deps.jwtSecret, params.token)
      const { state, found } = await changing(deps, async (w) => {
        const found = named === null ? undefined : await lockRow(w.db, 'report_cases', named.id)
        const state = stateOf(w, found, named?.at)
        if (found === undefined || state !== 'asked') return { state, found }
        if (text === '') return { state: 'blank' as const, found }
        await changeCase(w, found.id, { appeal: text, appealed_at: w.now })
        return { state: 'sent' as const, found }
      })
      const kit = readersKit(deps.kit.current(), request, reply)
      return sendPage(reply, STATUS[state], pageOf(kit, state, found))
    },
  })
}

function stateOf(w: Pick<Read, 'now'>, found: Case | undefined, at: number | undefined): State {
  if (found === undefined || at === undefined) return 'unknown'
  if (found.decided_at !== at || found.user_id === null) return 'ended'
  if (found.appealed_at !== null) return 'before'
  return w.now < at + APPEAL_DAYS * DAY_MS ? 'asked' : 'ended'
}

function pageOf(kit: Kit, state: State, found: Case | undefined): string {
  const { appeal, kinds, acts, own_acts } = kit.texts.pages.report
  if (found === undefined || (state !== 'asked' && state !== 'blank')) {
    const { title, body } = appeal[state === 'asked' || state === 'blank' ? 'unknown' : state]
    return plainPage(kit, { title, content: textElement('p', body), isPersonal: true })
  }
  const { kind, title, act, reason } = found
  const field = textElement('textarea', '', {
    ...{ id: 'text', name: 'text', rows: 8, maxlength: LETTER_MAX, required: '' },
  })
  const parts = [
    state === 'blank' ? textElement('p', appeal.blank, { role: 'alert' }) : '',
    textElement('p', `${kinds[kind]}: ${title}`),
    textElement('p', act === null ? '' : { ...acts, ...own_acts }[act]),
    textElement('p', fillIn(appeal.reason, { reason: reason ?? '' })),
    element(
      'form',
      `${element('label', `${textElement('span', appeal.label)} ${field}`)}${textElement('button', appeal.send)}`,
      { method: 'post' },
    ),
  ]
  const content = element('section', parts.join(''))
  return plainPage(kit, { title: appeal.title, content, isPersonal: true })
}
