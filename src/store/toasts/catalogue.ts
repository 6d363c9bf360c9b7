import type { DefinitionsFromApi, QueryArgFrom, ResultTypeFrom } from '@reduxjs/toolkit/query'
import { INVITE_STATUS, OWNER_INVITES_AGAIN } from '#contract/errors.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { accountApi } from '../account/api.ts'
import type { credentialsApi } from '../account/credentials/api.ts'
import type { passkeysApi } from '../account/passkeys/api.ts'
import type { personalDataApi } from '../account/personal-data/api.ts'
import type { secondFactorApi } from '../account/second-factor/api.ts'
import type { securityLogApi } from '../account/security-log/api.ts'
import type { sessionsApi } from '../account/sessions/api.ts'
import type { calendarApi } from '../calendar/api.ts'
import type { glossaryApi } from '../glossary/api.ts'
import type { groupsApi } from '../groups/api.ts'
import { allSentencesOf } from '../http/errors.ts'
import type { profileApi } from '../profile/api.ts'
import type { ToastValues } from './slice.ts'

/** Imported as types only: values would put the tables of lazy pages into the first chunk. */
type Endpoints = DefinitionsFromApi<typeof accountApi> &
  DefinitionsFromApi<typeof profileApi> &
  DefinitionsFromApi<typeof groupsApi> &
  DefinitionsFromApi<typeof glossaryApi> &
  DefinitionsFromApi<typeof credentialsApi> &
  DefinitionsFromApi<typeof passkeysApi> &
  DefinitionsFromApi<typeof secondFactorApi> &
  DefinitionsFromApi<typeof securityLogApi> &
  DefinitionsFromApi<typeof sessionsApi> &
  DefinitionsFromApi<typeof personalDataApi> &
  DefinitionsFromApi<typeof calendarApi>

/** A text, or a text with values. */
export type Line<Payload, Args> =
  | MessageKey
  | { key: MessageKey; values: (payload: Payload, args: Args) => ToastValues }
/** One text for every failure, or texts by status; those of additions by code. */
export type Refusals<Args> =
  | Line<unknown, Args>
  | {
      byCode?: Readonly<Record<string, MessageKey>>
      byStatus: Partial<Record<number, MessageKey>>
      otherwise: MessageKey
    }

type Catalogue = {
  [E in keyof Endpoints]?: {
    done?: Line<ResultTypeFrom<Endpoints[E]>, QueryArgFrom<Endpoints[E]>>
    failed?: Refusals<QueryArgFrom<Endpoints[E]>>
  }
}

/**
 * The messages of docs/behaviour/calls.md as a table. Silent calls are absent: lists, profile, visits, the contact form, a failed
 * creation in the glossary, unmute.
 */
export const toastCatalogue = {
  login: { done: 'toast.welcome' },

  createNameChange: {
    done: 'toast.name_request_created',
    failed: 'toast.name_request_create_failed',
  },
  deleteNameChange: {
    done: 'toast.name_request_deleted',
    failed: 'toast.name_request_delete_failed',
  },
  savePreferences: { done: 'toast.settings_saved', failed: 'toast.settings_save_failed' },
  saveOrderDetails: {
    done: 'toast.order_details_saved',
    failed: {
      key: 'toast.order_details_save_failed',
      values: (error) => ({ errors: allSentencesOf(error) }),
    },
  },

  createGroup: {
    done: { key: 'toast.group_created', values: ({ name }) => ({ group_name: name }) },
    failed: 'toast.group_create_failed',
  },
  removeMember: { done: 'toast.member_removed', failed: 'toast.member_remove_failed' },
  leaveGroup: {
    done: { key: 'toast.group_left', values: ({ name }) => ({ group_name: name }) },
    failed: 'toast.group_leave_failed',
  },
  disbandGroup: { done: 'toast.group_disbanded', failed: 'toast.group_disband_failed' },
  acceptInvite: {
    done: { key: 'toast.invite_accepted', values: ({ group_name }) => ({ group_name }) },
    failed: 'toast.invite_accept_failed',
  },
  rejectInvite: {
    // The response is empty (ruling 4).
    done: {
      key: 'toast.invite_rejected',
      values: (_response, { groupName }) => ({ group_name: groupName }),
    },
    failed: 'toast.invite_reject_failed',
  },
  inviteMember: {
    done: {
      key: 'toast.member_invited',
      values: ({ target_user_username }) => ({ username: target_user_username }),
    },
    failed: {
      byCode: { [OWNER_INVITES_AGAIN]: 'toast.invite_owner_only' },
      byStatus: {
        [INVITE_STATUS.alreadyInvited]: 'toast.invite_already_invited',
        [INVITE_STATUS.userNotFound]: 'toast.invite_user_not_found',
        [INVITE_STATUS.muted]: 'toast.invite_muted',
      },
      otherwise: 'toast.invite_failed',
    },
  },
  cancelInvite: { done: 'toast.invite_cancelled', failed: 'toast.invite_cancel_failed' },
  // As specified: texts for a call that no screen makes (ruling 2).
  transferOwnership: {
    done: 'toast.ownership_transferred',
    failed: 'toast.ownership_transfer_failed',
  },

  deleteGlossaryEntry: { done: 'toast.entry_deleted', failed: 'toast.entry_delete_failed' },
  createGlossarySubEntries: { done: 'toast.entry_created' },

  endSession: { done: 'toast.session_ended', failed: 'toast.session_end_failed' },
  endOtherSessions: { done: 'toast.sessions_ended', failed: 'toast.sessions_end_failed' },
  changePassword: { done: 'toast.password_changed', failed: 'toast.password_change_failed' },
  changeEmail: { done: 'toast.email_change_sent', failed: 'toast.email_change_failed' },
  cancelEmailChange: {
    done: 'toast.email_change_cancelled',
    failed: 'toast.email_cancel_failed',
  },
  passkeyLogin: { done: 'toast.welcome' },
  startSecondFactor: { failed: 'toast.two_step_failed' },
  confirmSecondFactor: { done: 'toast.two_step_on' },
  removeSecondFactor: { done: 'toast.two_step_off', failed: 'toast.two_step_failed' },
  renewRecoveryCodes: { done: 'toast.recovery_codes_renewed', failed: 'toast.two_step_failed' },
  startPasskey: { failed: 'toast.passkey_add_failed' },
  addPasskey: { done: 'toast.passkey_added', failed: 'toast.passkey_add_failed' },
  renamePasskey: { done: 'toast.passkey_renamed', failed: 'toast.passkey_rename_failed' },
  requestExport: { done: 'toast.export_requested', failed: 'toast.export_failed' },
  downloadExport: { failed: 'toast.download_failed' },
  requestDeletion: {
    done: 'toast.deletion_requested',
    failed: {
      byStatus: { 409: 'toast.deletion_last_superuser' },
      otherwise: 'toast.deletion_failed',
    },
  },
  withdrawDeletion: { done: 'toast.deletion_withdrawn', failed: 'toast.deletion_withdraw_failed' },
  createFeed: { failed: 'toast.feed_failed' },
  revokeFeed: { done: 'toast.feed_revoked', failed: 'toast.feed_revoke_failed' },
  removePasskey: { done: 'toast.passkey_removed', failed: 'toast.passkey_remove_failed' },
} as const satisfies Catalogue
