import { Refusal } from '../http/errors.ts'

const refuse =
  (...args: ConstructorParameters<typeof Refusal>) =>
  () =>
    new Refusal(...args)
const conflict = (code: string, sentence: string) => refuse(409, code, sentence)

/** Refusals of the desk, by cause. */
export const deskErrors = {
  noSession: refuse(401, 'desk_session', 'Log in to the desk.'),
  secondFactorSetupRequired: refuse(
    403,
    'second_factor_setup_required',
    'Set up two-step login first: the desk needs it.',
  ),
  forbidden: refuse(403, 'forbidden', 'Only a superuser may do this.'),
  foreignPage: refuse(403, 'csrf', 'This call does not come from the desk: load the page again.'),
  badList: (what: string) =>
    new Refusal(400, 'bad_list', `The ${what} of this list cannot be read.`, what),
  unusableUpload: (attr: string) =>
    new Refusal(400, 'unusable_upload', 'Send the file again: this upload cannot be used.', attr),
  wrongFile: (kind: string) => new Refusal(400, 'wrong_file', `This is no ${kind}.`, 'file'),
  required: (attr: string) => new Refusal(400, 'required', 'This field is required.', attr),
  unwanted: (attr: string) =>
    new Refusal(400, 'unwanted', 'This field does not belong to this kind.', attr),
  badOrder: refuse(400, 'bad_order', 'The order must name every record of the list once.', 'ids'),
  noPositionLeft: refuse(
    400,
    'no_position_left',
    'The last position of this list is the largest there is: put the list in order first.',
    'position',
  ),
  brokenReference: conflict(
    'broken_reference',
    'This names something that is not there, or something else still depends on it.',
  ),
  inUse: conflict('in_use', 'Something else still belongs to this: move it first.'),
  wrongState: (sentence: string, attr: string | null = null) =>
    new Refusal(409, 'state', sentence, attr),
  claimedByOther: (username: string) =>
    new Refusal(409, 'claimed_by_other', `${username} is reviewing this entry.`),
  alreadyDecided: (username: string, decision: string) =>
    new Refusal(409, 'already_decided', `${username} has ${decision} this already.`),
  answeredMeanwhile: conflict(
    'answered_meanwhile',
    'This message was answered since you opened it: read that answer first.',
  ),
  changedMeanwhile: conflict(
    'changed_meanwhile',
    'This entry has changed since you opened it: look at it again.',
  ),
  undoOver: conflict('undo_over', 'This decision can no longer be taken back.'),
  nameKept: conflict(
    'name_kept',
    'Somebody gave up this name a short time ago: it is not free yet.',
  ),
  nameTaken: conflict('username_exists', 'A user with this username exists.'),
  /** A unique constraint without a refusal of its own. */
  alreadyThere: conflict('already_there', 'This is there already.'),
  /** A check constraint: the values do not belong together. */
  impossible: conflict('impossible', 'These values do not belong together.'),
  lastSuperuser: conflict(
    'last_superuser',
    'Somebody must stay superuser: appoint another one first.',
  ),
  ownRequest: conflict('own_request', 'This is your own: someone else on the team decides.'),
  ownAccount: conflict('own_account', 'Nobody may do this to their own account.'),
} as const
