import Type, { type Static } from 'typebox'
import { anyId, changes, changesWith, DeskPicture, Person, posting, Reason, reads, time } from './deskShapes.ts'
import { LONG_TEXT_MAX } from './fields.ts'
import { type CallTable, memberCall } from './route.ts'
import { CASE_STATES, REPORT_ACTS, REPORT_KINDS, REPORT_REASONS } from './sets.ts'
import { id, line, Nothing, nullable, optionalLine, refused } from './shapes.ts'

/** Characters of a letter to the team, and of an appeal. */
export const LETTER_MAX = 4000
/** Days in which a member can appeal. */
export const APPEAL_DAYS = 30
/** Longest time for which a member is kept from writing or from events. */
export const RESTRICTED_DAYS_MAX = 365

/**
 * Calls that a member who is kept from writing cannot make: other members read their texts. After dots, the fields whose
 * texts alone are refused: a text can still be deleted.
 */
export const WRITING_CALLS: readonly string[] = [
  'createGroup',
  'inviteMember',
  'createGlossaryEntry',
  'createGlossarySubEntries',
  'saveGroupPage.purpose.note.talk_url',
  'inviteByMail',
  'saveOpening',
  'askToJoin',
  'declineJoinRequest.sentence',
  'makePoll',
  'answerPoll.comment',
  'fixPoll',
  'planSession',
  'changeDate',
  'saveRecap.text',
  'offerTable',
  'changeOffer',
  'writeToPlayers',
]
/** Calls that a member who is kept from events cannot make. */
export const EVENT_CALLS: readonly string[] = ['signUp', 'confirmSeat', 'offerTable', 'changeOffer']

/** What is reported: by its id, a comment by its poll and the name of its author, a name by itself. */
export const ReportBody = Type.Object({
  kind: Type.Enum(REPORT_KINDS),
  id: Type.Optional(id<number>()),
  name: Type.Optional(line()),
  reason: Type.Enum(REPORT_REASONS),
  line: optionalLine(),
})
export type ReportBody = Static<typeof ReportBody>

/** Additions: announced by `reports` in `features` of the profile (behaviour 12.34). */
export const reportCalls = {
  report: memberCall('POST', '/reports/', {
    summary:
      'Report something that the caller sees to the team: 400 it is the caller’s own, 404 unknown or not visible, 409 reported already, or a limit is reached',
    body: ReportBody,
    response: { 201: Nothing, ...refused(400, 404, 409) },
  }),
  writeToTeam: memberCall('POST', '/reports/team/', {
    summary: 'Write a letter to the team: 409 a limit is reached',
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: LETTER_MAX, pattern: '\\S' }) }),
    response: { 201: Nothing, ...refused(400, 409) },
  }),
} as const satisfies CallTable

/* At the desk. Staff never see a case in which they are reported. */

const Reporter = Type.Object({ ...Person.properties, is_distrusted: Type.Boolean() })
const kind = Type.Enum([...REPORT_KINDS, 'letter'])
const state = Type.Enum(CASE_STATES)
const act = Type.Enum(REPORT_ACTS)

const DeskCase = Type.Object({
  id: anyId(),
  kind,
  state,
  /** The thing as it was when it was reported; empty where its member is gone. */
  title: Type.String(),
  text: Type.String(),
  picture: DeskPicture,
  subject_id: nullable(anyId()),
  /** The thing as it is; null: it is gone, or the case is decided. `version`: what a decision names as seen. */
  now: nullable(Type.Object({ text: Type.String(), picture: DeskPicture, version: Type.String() })),
  /** Whose thing it is. */
  user: nullable(Person),
  created_at: Type.String(),
  /** Oldest first. */
  reports: Type.Array(
    Type.Object({
      id: anyId(),
      by: nullable(Reporter),
      reason: Type.Enum(REPORT_REASONS),
      line: Type.String(),
      at: Type.String(),
    }),
  ),
  claim: nullable(Type.Object({ by: Person, until: Type.String() })),
  decision: nullable(
    Type.Object({
      act,
      reason: Type.String(),
      until: nullable(Type.String()),
      by: nullable(Person),
      at: Type.String(),
    }),
  ),
  appeal: nullable(
    Type.Object({
      text: Type.String(),
      at: Type.String(),
      /** Null: it waits. */
      outcome: nullable(Type.Enum(['uphold', 'restore'])),
      reason: nullable(Type.String()),
      by: nullable(Person),
    }),
  ),
  /** Other cases about the same thing or member, newest first. */
  earlier: Type.Array(Type.Object({ id: anyId(), kind, title: Type.String(), state, act: nullable(act) })),
})
export type DeskCase = Static<typeof DeskCase>

/** `until`: of a silence or a bar; `text`: takes the place of what was written; `version`: that of `now`. */
const DecideBody = Type.Object({
  act,
  ...Reason.properties,
  until: Type.Optional(time()),
  version: Type.Optional(line()),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: LONG_TEXT_MAX, pattern: '\\S' })),
})
const AppealBody = Type.Object({ outcome: Type.Enum(['uphold', 'restore']), ...Reason.properties })
const DistrustBody = Type.Object({ member_id: anyId(), is_distrusted: Type.Boolean() })

export const deskReportsCalls = {
  reports: {
    ...reads('reports', DeskCase),
    claim: posting('/reports/:id/claim', changes(DeskCase)),
    release: posting('/reports/:id/release', changes(DeskCase)),
    decide: posting('/reports/:id/decide', changesWith(DeskCase, DecideBody)),
    /** Needs another person than the decision, where there is one. */
    undo: posting('/reports/:id/undo', changes(DeskCase)),
    decideAppeal: posting('/reports/:id/appeal', changesWith(DeskCase, AppealBody)),
    /** Whether further reports of a member who has reported this are shown to the team. */
    distrust: posting('/reports/:id/distrust', changesWith(DeskCase, DistrustBody)),
  },
}
