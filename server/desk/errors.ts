import { Refusal } from '../http/errors.ts'

/** Refusals that only the desk gives, by what happened. */
export const deskErrors = {
  noSession: () => new Refusal(401, 'desk_session', 'Log in to the desk.'),
  forbidden: () => new Refusal(403, 'forbidden', 'Only a superuser may do this.'),
  foreignPage: () =>
    new Refusal(403, 'csrf', 'This call does not come from the desk: load the page again.'),
  badList: (what: string) =>
    new Refusal(400, 'bad_list', `The ${what} of this list cannot be read.`, what),
  unusableUpload: (attr: string) =>
    new Refusal(400, 'unusable_upload', 'Send the file again: this upload cannot be used.', attr),
  wrongFile: (kind: string) => new Refusal(400, 'wrong_file', `This is no ${kind}.`, 'file'),
  required: (attr: string) => new Refusal(400, 'required', 'This field is required.', attr),
  unwanted: (attr: string) =>
    new Refusal(400, 'unwanted', 'This field does not belong to this kind.', attr),
  badOrder: () =>
    new Refusal(400, 'bad_order', 'The order must name every record of the list once.', 'ids'),
  noPositionLeft: () =>
    new Refusal(
      400,
      'no_position_left',
      'The last position of this list is the largest there is: put the list in order first.',
      'position',
    ),
  brokenReference: () =>
    new Refusal(
      409,
      'broken_reference',
      'This names something that is not there, or something else still depends on it.',
    ),
  inUse: () => new Refusal(409, 'in_use', 'Something else still belongs to this: move it first.'),
  wrongState: (sentence: string, attr: string | null = null) =>
    new Refusal(409, 'state', sentence, attr),
  claimedByOther: (username: string) =>
    new Refusal(409, 'claimed_by_other', `${username} is reviewing this entry.`),
  alreadyDecided: (username: string, decision: string) =>
    new Refusal(409, 'already_decided', `${username} has ${decision} this already.`),
  answeredMeanwhile: () =>
    new Refusal(
      409,
      'answered_meanwhile',
      'This message was answered since you opened it: read that answer first.',
    ),
  changedMeanwhile: () =>
    new Refusal(
      409,
      'changed_meanwhile',
      'This entry has changed since you opened it: look at it again.',
    ),
  undoOver: () => new Refusal(409, 'undo_over', 'This decision can no longer be taken back.'),
  nameKept: () =>
    new Refusal(
      409,
      'name_kept',
      'Somebody gave up this name a short time ago: it is not free yet.',
    ),
  nameTaken: () => new Refusal(409, 'username_exists', 'A user with this username exists.'),
  /** A unique constraint that nothing else words. */
  alreadyThere: () => new Refusal(409, 'already_there', 'This is there already.'),
  /** A check constraint: the values do not belong together. */
  impossible: () => new Refusal(409, 'impossible', 'These values do not belong together.'),
  lastSuperuser: () =>
    new Refusal(409, 'last_superuser', 'Somebody must stay superuser: appoint another one first.'),
  ownAccount: () => new Refusal(409, 'own_account', 'Nobody may do this to their own account.'),
} as const
