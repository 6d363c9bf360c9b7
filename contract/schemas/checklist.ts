import Type, { type Static } from 'typebox'
import { CHECK_STATES, CHECKS } from '../checklist.ts'
import { shows } from './deskCalls.ts'
import { type CallSchema, ErrorBody, nullable } from './shared.ts'

const CheckRow = Type.Object({
  name: Type.Enum(CHECKS),
  state: Type.Enum(CHECK_STATES),
  title: Type.String(),
  /** What was found, and what to do about it. */
  text: Type.String(),
})
export type CheckRow = Static<typeof CheckRow>

const Checklist = Type.Object({
  checks: Type.Array(CheckRow),
  /** The address that members open; the desk's page tries it in the browser. */
  public_url: Type.String(),
  /** The clock of the server, for the one of the browser. */
  at: Type.String(),
  version: Type.String(),
  /** HTML: the changelog since the version before; null without one. */
  changes: nullable(Type.String()),
})
export type Checklist = Static<typeof Checklist>

const SentTest = Type.Object({
  to: Type.String(),
  /** The words of the mail server, or of the connection; null where it accepted the email. */
  failure: nullable(Type.String()),
})

export const deskChecklistSchemas = {
  checklist: {
    get: shows(Checklist),
    /** 409 where no mail server is set. */
    sendTestMail: {
      response: { 200: SentTest, 401: ErrorBody, 403: ErrorBody, 409: ErrorBody, 429: ErrorBody },
    } satisfies CallSchema,
  },
}
