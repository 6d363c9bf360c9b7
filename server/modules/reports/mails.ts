import Type from 'typebox'
import type { MemberId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import { type MailWork, mail, mailTable } from '../../mail/table.ts'
import { contactOf, fillIn } from '../../text/kit.ts'
import { shortened } from '../../text/shortNames.ts'
import { dayInMail } from '../../text/time.ts'
import { appealLink } from './appealTokens.ts'
import { type Case, findCase } from './repository.ts'

/** `at`: the time of the decision. A case that was decided anew has another one. */
const aboutCase = { case: Type.Integer(), at: Type.Integer() }
const toMember = { user: id<MemberId>(), username: Type.String(), ...aboutCase }

const findDecided = async (w: MailWork, about: { readonly case: number; readonly at: number }) => {
  const found = await findCase(w, about.case)
  return found?.decided_at === about.at ? found : null
}

function valuesOf(found: Case, { kit, now }: MailWork) {
  const { language, texts } = kit.current()
  const { kinds, acts } = texts.pages.report
  const { kind, title, act, until, reason } = found
  return {
    kind: kinds[kind],
    title,
    decision: act === null ? '' : acts[act],
    date: until === null ? '' : dayInMail(until, { zone: 'UTC', now, language }),
    reason: reason ?? '',
  }
}

/** What the member reads about the own thing: the new name, and the first line of a comment or a recap. */
function ownValues(found: Case, w: MailWork, { username: name }: { readonly username: string }) {
  const { own_acts, renamed } = w.kit.current().texts.pages.report
  const { kind, act, text } = found
  const values = valuesOf(found, w)
  const own =
    act === 'silence' || act === 'bar' || act === 'close' ? own_acts[act] : values.decision
  const isRenamed = kind === 'name' && (act === 'hide' || act === 'edit')
  const line = kind === 'comment' || kind === 'recap' ? (text.trim().split('\n')[0] ?? '') : ''
  return {
    ...values,
    decision: isRenamed ? fillIn(renamed, { name }) : own,
    text: shortened(line),
  }
}

const replyTo = (_found: unknown, w: MailWork) => contactOf(w)

export const reportMails = mailTable(null, {
  /** Mailed to those who have reported it. The reason is for them alone where nothing was done. */
  'report-decided': mail({
    // `reported` comes last; see `isOfOthers`.
    data: { ...aboutCase, reported: Type.Integer() },
    find: findDecided,
    text: ({ kind }) => (kind === 'letter' ? 'letter_answered' : 'report_decided'),
    values(found, w) {
      const values = valuesOf(found, w)
      const letter = found.kind === 'letter' ? found.text : ''
      return { ...values, letter, reason: found.act === 'nothing' ? values.reason : '' }
    },
    replyTo,
  }),
  /** Mailed to the member whose thing it is, also when the account is closed. */
  'report-act': mail({
    data: toMember,
    outlivesAccount: true,
    find: findDecided,
    text: 'report_act',
    values: ownValues,
    link: (found, w) => appealLink(w, found),
    replyTo,
  }),
  /** Mailed to those who have got what was decided before. */
  'report-reopened': mail({
    data: { ...aboutCase, reported: Type.Integer() },
    find: async (w, data) => (await findCase(w, data.case)) ?? null,
    text: 'report_reopened',
    values: valuesOf,
    replyTo,
  }),
  'report-undone': mail({
    data: toMember,
    outlivesAccount: true,
    find: async (w, data) => (await findCase(w, data.case)) ?? null,
    text: 'report_undone',
    values: valuesOf,
    replyTo,
  }),
  'appeal-decided': mail({
    data: toMember,
    outlivesAccount: true,
    find: findDecided,
    text: ({ appeal_outcome: outcome }) =>
      outcome === 'restore' ? 'appeal_restored' : 'appeal_upheld',
    values: (found, w) => ({ ...valuesOf(found, w), reason: found.appeal_reason ?? '' }),
    replyTo,
  }),
})
