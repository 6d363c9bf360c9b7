import Type, { type Static } from 'typebox'
import { shows, superuser } from './deskShapes.ts'
import { nullable, refused } from './shapes.ts'
/** What the checklist of the desk and `npm run admin -- doctor` look at, in the order in which they show it. */
export const CHECKS = [
  'setup',
  'name',
  'url',
  'proxy',
  'pages',
  'mail',
  'legal',
  'site_folder',
  'backup',
  'demo',
  'superusers',
  'second_step',
  'reports',
  'hooks',
  'zone',
  'disk',
  'folders',
  'clock',
  'database',
  'migrations',
  'version',
] as const
export type CheckName = (typeof CHECKS)[number]
/** open: to be done once; wrong: harms the site now */
export const CHECK_STATES = ['ok', 'open', 'wrong'] as const
export type CheckState = (typeof CHECK_STATES)[number]

const CheckRow = Type.Object({
  name: Type.Enum(CHECKS),
  state: Type.Enum(CHECK_STATES),
  /** Who can do it: a superuser at the desk, the people whom the text names at their login, or the operator. */
  place: Type.Enum(['desk', 'login', 'server']),
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

export const deskChecklistCalls = {
  checklist: {
    get: superuser.getting('/checklist', shows(Checklist)),
    /** 409 where no mail server is set. */
    sendTestMail: superuser.asking('/checklist/test-mail', {
      response: { 200: SentTest, ...refused(401, 403, 409, 429) },
    }),
  },
}
