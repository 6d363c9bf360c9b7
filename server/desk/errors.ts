import { Refusal, refusal } from '../http/errors.ts'
import { type Sentence, type SentenceTexts, type Singular, said } from '../text/sentence.ts'

type Texts = SentenceTexts['desk']
/** Codes that have the name of their sentence. */
type Code = {
  [Name in keyof Texts]: Texts[Name] extends string ? Singular<Name> : never
}[keyof Texts]

type About = { readonly values?: Sentence['values']; readonly attr?: string | undefined }

const refused = (status: number, code: Code, { values, attr }: About = {}) =>
  new Refusal(status, code, said(`desk.${code}`, values), attr)
const refuse = (status: number, code: Code, attr?: string) => () => refused(status, code, { attr })
const conflict = (code: Code) => refuse(409, code)

export const deskErrors = {
  noSession: refuse(401, 'desk_session'),
  secondFactorSetupRequired: refuse(403, 'second_factor_setup_required'),
  forbidden: refuse(403, 'forbidden'),
  foreignPage: refuse(403, 'csrf'),
  badList: (what: keyof Texts['list_part']) =>
    refused(400, 'bad_list', { values: { what: said(`desk.list_part.${what}`) }, attr: what }),
  unusableUpload: (attr: string) => refused(400, 'unusable_upload', { attr }),
  wrongFile: (kind: keyof Texts['file_kind']) =>
    refused(400, 'wrong_file', {
      values: { kind: said(`desk.file_kind.${kind}`) },
      attr: 'file',
    }),
  required: (attr: string) => refusal(400, 'required', { attr }),
  unwanted: (attr: string) => refused(400, 'unwanted', { attr }),
  badOrder: refuse(400, 'bad_order', 'ids'),
  noPositionLeft: refuse(400, 'no_position_left', 'position'),
  brokenReference: conflict('broken_reference'),
  inUse: conflict('in_use'),
  wrongState: (state: keyof Texts['state'], attr: string | null = null) =>
    new Refusal(409, 'state', said(`desk.state.${state}`), attr),
  claimedByOther: (username: string | Sentence) =>
    new Refusal(409, 'claimed_by_other', said('desk.claimed', { username })),
  /** @param username null where it is not known */
  alreadyDecided: (username: string | Sentence | null, decision: keyof Texts['decision']) =>
    refused(409, 'already_decided', {
      values: {
        username: username ?? said('desk.someone'),
        decision: said(`desk.decision.${decision}`),
      },
    }),
  answeredMeanwhile: conflict('answered_meanwhile'),
  changedMeanwhile: conflict('changed_meanwhile'),
  kitChanged: conflict('kit_changed'),
  kitFileGone: conflict('kit_file_gone'),
  importKept: conflict('import_kept'),
  undoOver: conflict('undo_over'),
  nameKept: conflict('name_kept'),
  emailWaits: conflict('email_change_waits'),
  addressStopped: refuse(409, 'address_stopped', 'email'),
  badEnd: (limit: number) => refused(400, 'bad_end', { values: { limit }, attr: 'until' }),
  longList: (limit: number) => refused(400, 'long_list', { values: { limit }, attr: 'list' }),
  nobodyToInvite: refuse(409, 'nobody_to_invite', 'list'),
  manyInvites: (left: number) => refused(409, 'many_invites', { values: { left }, attr: 'list' }),
  nameTaken: () => refusal(409, 'username_exists'),
  notADomain: (name: string) =>
    refused(400, 'not_a_domain', { values: { name }, attr: 'refused_domains' }),
  admissionClosed: conflict('admission_closed'),
  manyTeamLinks: (limit: number) => refused(409, 'many_team_links', { values: { limit } }),
  /** A unique constraint without a refusal of its own. */
  alreadyThere: conflict('already_there'),
  /** A check constraint: the values do not belong together. */
  impossible: conflict('impossible'),
  beyondSeats: (taken: number, seats: number) =>
    refused(409, 'beyond_seats', { values: { taken, seats }, attr: 'reason' }),
  seatsInUse: (count: number) => refused(409, 'seats_in_use', { values: { count }, attr: 'seats' }),
  noSuchMember: (attr: string) => refused(404, 'no_such_member', { attr }),
  twiceInSlot: (count: number) =>
    refused(409, 'twice_in_slot', { values: { count }, attr: 'slot' }),
  lastSuperuser: () => refusal(409, 'last_superuser'),
  ownRequest: conflict('own_request'),
  ownAccount: conflict('own_account'),
  ownDecision: conflict('own_decision'),
  ownReport: conflict('own_report'),
} as const
