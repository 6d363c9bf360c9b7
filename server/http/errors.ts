import { DETAIL, TOKEN_NOT_VALID } from '#contract/errors.ts'

/** An error that is sent to the caller: one status, one code, one sentence. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly attr: string | null
  /** Sent as the header Retry-After. */
  readonly retryAfterSeconds: number | null
  /** Clients may offer to send the activation mail again. */
  readonly mayResend: boolean

  constructor(
    status: number,
    code: string,
    detail: string,
    attr: string | null = null,
    retryAfterSeconds: number | null = null,
    mayResend = false,
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.attr = attr
    this.retryAfterSeconds = retryAfterSeconds
    this.mayResend = mayResend
  }
}

export const INVALID_EMAIL = 'Enter a valid email address.'

/** Every refusal of the site, by what happened. */
export const errors = {
  notAuthenticated: () =>
    new Refusal(401, 'not_authenticated', 'Authentication credentials were not provided.'),
  tokenNotValid: () => new Refusal(401, TOKEN_NOT_VALID, 'Token is invalid or expired'),
  noActiveAccount: () => new Refusal(401, 'no_active_account', DETAIL.noActiveAccount),
  /** The same with `mayResend`, for every account, so that it reveals nothing. */
  noActiveAccountHere: () =>
    new Refusal(401, 'no_active_account', DETAIL.noActiveAccount, null, null, true),
  notFound: () => new Refusal(404, 'not_found', 'Not found.'),
  badText: (attr: string) =>
    new Refusal(400, 'bad_text', 'This text holds characters that cannot be stored.', attr),
  tooDeep: (attr: string) =>
    new Refusal(400, 'too_deep', 'This is nested more deeply than anything here.', attr),
  noPrefetch: () =>
    new Refusal(400, 'prefetch_refused', 'This address acts; it is not for prefetching.'),
  tooManyRequests: (seconds: number) =>
    new Refusal(
      429,
      'throttled',
      `Too many requests. Try again in ${seconds} seconds.`,
      null,
      seconds,
    ),
  busy: (seconds: number) =>
    new Refusal(503, 'busy', `The server is busy. Try again in ${seconds} seconds.`, null, seconds),
  /** An outage of the database or the disk. */
  unavailable: (seconds: number) =>
    new Refusal(
      503,
      'unavailable',
      `This is not available at the moment. Try again in ${seconds} seconds.`,
      null,
      seconds,
    ),

  /** No space is left in the database or on the disk. */
  noSpace: (seconds: number) =>
    new Refusal(
      507,
      'no_space',
      'Nothing can be stored at the moment. Please try again later.',
      null,
      seconds,
    ),

  blank: (attr: string) => new Refusal(400, 'blank', DETAIL.blank, attr),
  invalid: (attr: string) => new Refusal(400, 'invalid', 'Enter a valid value.', attr),
  invalidEmail: () => new Refusal(400, 'invalid', INVALID_EMAIL, 'email'),
  tooLong: (attr: string, limit: number) =>
    new Refusal(400, 'too_long', `Use at most ${limit} characters.`, attr),

  usernameExists: () => new Refusal(400, 'username_exists', DETAIL.usernameExists, 'username'),
  emailExists: () => new Refusal(400, 'email_exists', DETAIL.emailExists, 'email'),
  unseenCharacters: (attr: string) =>
    new Refusal(
      400,
      'unseen_characters',
      'Use only characters that can be seen: this name holds invisible ones, or marks without a letter.',
      attr,
    ),
  mixedScripts: (attr: string) =>
    new Refusal(
      400,
      'mixed_scripts',
      'Use the letters of one script: letters of several scripts can look the same.',
      attr,
    ),
  weakPassword: (attr: string) =>
    new Refusal(400, 'weak_password', 'The password does not follow the rules of this form.', attr),
  invalidLink: () =>
    new Refusal(400, 'invalid_link', 'This link is invalid or was used before.', 'request_id'),
  activationNotFound: () =>
    new Refusal(404, 'activation_not_found', 'No account belongs to this link.', null, null, true),

  groupNotFound: () => new Refusal(404, 'group_not_found', 'There is no such group.'),
  notTheOwner: () => new Refusal(403, 'not_the_owner', 'Only the owner of the group may do this.'),
  memberNotFound: () =>
    new Refusal(404, 'member_not_found', 'This user is not a member of the group.'),
  ownerCannotBeRemoved: () =>
    new Refusal(400, 'owner_cannot_be_removed', 'The owner of a group cannot be removed.'),
  loneOwnerCannotLeave: () =>
    new Refusal(
      400,
      'lone_owner_cannot_leave',
      'A group with a single member cannot be left by its owner.',
    ),
  successorNotAMember: () =>
    new Refusal(
      400,
      'successor_not_a_member',
      'The new owner must be another active member of the group.',
    ),
  noActiveSuccessor: () =>
    new Refusal(
      400,
      'no_active_successor',
      'Nobody else in this group has an active account: disband the group instead.',
    ),
  tooManyOwnedGroups: (limit: number) =>
    new Refusal(
      400,
      'too_many_groups',
      `You own ${limit} groups already: disband one or hand one over first.`,
    ),
  tooManyMemberships: (limit: number) =>
    new Refusal(
      400,
      'too_many_memberships',
      `You are in ${limit} groups already: leave one of them first.`,
    ),
  // Not 400, which means at an invite that the user is invited already.
  groupFull: (limit: number) =>
    new Refusal(409, 'group_full', `A group has at most ${limit} members, open invites included.`),
  tooManyReceivedInvites: () =>
    new Refusal(
      409,
      'too_many_invites',
      'This user has too many open invites, please try again later.',
      'username',
    ),
  tooManyMutes: (limit: number) =>
    new Refusal(
      400,
      'too_many_mutes',
      `You have muted ${limit} people already: end a mute first.`,
      'mute_level',
    ),
  alreadyMember: () =>
    new Refusal(400, 'already_member', 'User is already in the group.', 'username'),
  alreadyInvited: () =>
    new Refusal(400, 'already_invited', 'You have already invited this user.', 'username'),
  userNotFound: () =>
    new Refusal(404, 'user_not_found', 'User not found, please try again.', 'username'),
  mutedByUser: () =>
    new Refusal(
      423,
      'muted',
      'User has an active mute on you, please try again later.',
      'username',
    ),
  invalidImage: () =>
    new Refusal(
      400,
      'invalid_image',
      'Invalid file type. Please select a JPEG or PNG image.',
      'image',
    ),
  fileTooLarge: () => new Refusal(413, 'file_too_large', 'This file is too large.'),
  badForm: () => new Refusal(400, 'bad_form', 'The form could not be read.'),
  badJson: () => new Refusal(400, 'bad_json', 'The file is not valid JSON.'),
  rangeNotSatisfiable: () =>
    new Refusal(416, 'range_not_satisfiable', 'The file does not have these bytes.'),
  senderBlocked: () =>
    new Refusal(403, 'sender_blocked', 'Messages from this address are not accepted.', 'email'),

  entryNotFound: () => new Refusal(404, 'entry_not_found', 'There is no such entry.'),
  notYourOpenEntry: () =>
    new Refusal(403, 'not_your_open_entry', 'Only an own entry under review can be changed.'),
  foreignParent: (attr: string) =>
    new Refusal(400, 'foreign_parent', 'This is not the entry of the address.', attr),
  tooManyPendingEntries: (limit: number) =>
    new Refusal(
      400,
      'too_many_entries',
      `${limit} of your entries wait for a review already: take one back, or wait.`,
    ),
  tooManySubEntries: (limit: number) =>
    new Refusal(400, 'wrong_count', `An entry may hold at most ${limit} items.`, 'sub_entries'),

  invalidChoice: (attr: string) =>
    new Refusal(400, 'invalid_choice', 'This value is not one of the choices.', attr),
  nameChangePending: () =>
    new Refusal(400, 'name_change_pending', 'You have a pending name-change request already.'),
  newNameExists: () => new Refusal(400, 'username_exists', DETAIL.usernameExists, 'new_name'),

  inviteNotFound: () => new Refusal(404, 'invite_not_found', 'There is no such invite.'),
  muteNotFound: () => new Refusal(404, 'mute_not_found', 'There is no such mute.'),
} as const
