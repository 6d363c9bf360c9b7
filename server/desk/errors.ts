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
    'The desk needs two-step login. Set it up first.',
  ),
  forbidden: refuse(403, 'forbidden', 'Only superusers can do this.'),
  foreignPage: refuse(
    403,
    'csrf',
    'This request didn’t come from the desk. Reload the page and try again.',
  ),
  badList: (what: string) =>
    new Refusal(
      400,
      'bad_list',
      `We couldn’t read the ${what} of this list. Reload the page and try again.`,
      what,
    ),
  unusableUpload: (attr: string) =>
    new Refusal(400, 'unusable_upload', 'We can’t use this upload. Send the file again.', attr),
  wrongFile: (kind: string) =>
    new Refusal(400, 'wrong_file', `This isn’t ${kind}. Choose another file.`, 'file'),
  required: (attr: string) => new Refusal(400, 'required', 'This field is required.', attr),
  unwanted: (attr: string) =>
    new Refusal(400, 'unwanted', 'You can’t set this field for this kind of record.', attr),
  badOrder: refuse(
    400,
    'bad_order',
    'This list has changed. Reload the page, then move the record again.',
    'ids',
  ),
  noPositionLeft: refuse(
    400,
    'no_position_left',
    'There is no position after the last one. Reorder the list first.',
    'position',
  ),
  brokenReference: conflict(
    'broken_reference',
    'Something that this refers to is gone or still in use. Reload the page and check it.',
  ),
  inUse: conflict('in_use', 'Other records still belong to this one. Move or delete them first.'),
  wrongState: (sentence: string, attr: string | null = null) =>
    new Refusal(409, 'state', sentence, attr),
  claimedByOther: (username: string) =>
    new Refusal(409, 'claimed_by_other', `${username} is reviewing this entry.`),
  alreadyDecided: (username: string, decision: string) =>
    new Refusal(409, 'already_decided', `${username} has ${decision} this.`),
  answeredMeanwhile: conflict(
    'answered_meanwhile',
    'Someone answered this message after you opened it. Read that answer first.',
  ),
  changedMeanwhile: conflict(
    'changed_meanwhile',
    'This entry changed after you opened it. Check it again.',
  ),
  kitChanged: conflict(
    'kit_changed',
    'Someone else changed the site after you began. Compare the two versions, then save again.',
  ),
  kitFileGone: conflict(
    'kit_file_gone',
    'A picture or file of this version is gone. Upload it again, then save.',
  ),
  kitFromFolder: conflict(
    'kit_from_folder',
    'The site comes from files on the server, so you can’t change it here.',
  ),
  importKept: conflict('import_kept', 'It’s too late to undo this import.'),
  undoOver: conflict('undo_over', 'It’s too late to undo this decision.'),
  nameKept: conflict(
    'name_kept',
    'Another account had this name until recently. It isn’t free yet.',
  ),
  emailWaits: conflict('email_change_waits', 'A change of this address is waiting. Stop it first.'),
  addressStopped: refuse(
    409,
    'address_stopped',
    'The owner of this address wants no emails that others ask us to send. Choose another address.',
    'email',
  ),
  longList: (limit: number) =>
    new Refusal(
      400,
      'long_list',
      `This list has more than ${limit} people. Divide it into several lists.`,
      'list',
    ),
  nobodyToInvite: refuse(
    409,
    'nobody_to_invite',
    'This list has no one we can invite. Check it, then change it.',
    'list',
  ),
  manyInvites: (left: number) =>
    new Refusal(
      409,
      'many_invites',
      `We send a limited number of invites a day. ${left} more are possible today. Shorten the list, or send it tomorrow.`,
      'list',
    ),
  nameTaken: conflict('username_exists', 'A user with this username exists.'),
  /** A unique constraint without a refusal of its own. */
  alreadyThere: conflict('already_there', 'This already exists. Choose another value.'),
  /** A check constraint: the values do not belong together. */
  impossible: conflict('impossible', 'These values don’t go together. Check them and try again.'),
  lastSuperuser: conflict(
    'last_superuser',
    'This is the last superuser. Make someone else a superuser first.',
  ),
  ownRequest: conflict('own_request', 'This is your own. Someone else on the team has to decide.'),
  ownAccount: conflict('own_account', 'You can’t do this to your own account.'),
} as const
