import Type, { type Static } from 'typebox'
import { type CallTable, memberCall, openCall, sensitiveCall } from './route.ts'
import { EXPORT_STATES } from './sets.ts'
import { fileResponse, lenient, linkToken, nullable, refused, timestamp } from './shapes.ts'

/** Days within which the deletion of an account can be withdrawn. */
export const DELETION_DAYS = 14

export const Export = Type.Object({
  state: Type.Enum(EXPORT_STATES),
  requested_at: nullable(timestamp()),
  /** Expiry of an archive that is ready. */
  expires_at: nullable(timestamp()),
  /** Bytes of an archive that is ready. */
  size: nullable(Type.Integer()),
})
export type Export = Static<typeof Export>

export const ExportLink = Type.Object({
  /** Ticket for one download within a minute, in the path of `downloadExport`: a browser fetches it without a token. */
  ticket: Type.String(),
})
export type ExportLink = Static<typeof ExportLink>

/** Consequences of deleting the account. */
export const Deletion = Type.Object({
  /** Null: not requested. */
  due_at: nullable(timestamp()),
  /** Groups of which the caller is the owner. */
  groups: lenient(
    Type.Array(
      Type.Object({
        name: lenient(Type.String(), ''),
        /** Null: the group has no other member and is deleted. */
        new_owner: nullable(Type.String()),
      }),
    ),
    [],
  ),
  /** Approved entries of the glossary: they stay, under "a former member". */
  kept_entries: lenient(Type.Integer(), 0),
  /** Entries that were not approved: they are deleted. */
  deleted_entries: lenient(Type.Integer(), 0),
})
export type Deletion = Static<typeof Deletion>

/** Additions: announced by `my_data` in `features` of the profile (behaviour 12.2). */
export const personalDataCalls = {
  getExport: memberCall('GET', '/users/my-data/', {
    summary: 'The archive with the caller’s data',
    response: { 200: Export },
  }),
  requestExport: memberCall('POST', '/users/my-data/', {
    summary: 'Make an archive with everything stored about the caller; a mail tells when it is ready',
    response: { 200: Export },
  }),
  linkToExport: sensitiveCall('POST', '/users/my-data/link/', {
    summary: 'Link for one download of the archive',
    response: { 200: ExportLink, ...refused(403, 404) },
  }),
  downloadExport: openCall('GET', '/users/my-data/file/:ticket', Type.Object({ ticket: linkToken() }), {
    changesData: true,
    summary: 'Download the archive',
    response: { 200: fileResponse('A ZIP archive', 'application/zip'), ...refused(404) },
  }),
  getDeletion: memberCall('GET', '/users/deletion/', {
    summary: 'What the deletion of the account will do, and when',
    response: { 200: Deletion },
  }),
  requestDeletion: sensitiveCall('POST', '/users/deletion/', {
    summary: 'Delete the account in 14 days; it can be withdrawn until then',
    response: { 200: Deletion, ...refused(403, 409) },
  }),
  withdrawDeletion: memberCall('DELETE', '/users/deletion/', {
    summary: 'Keep the account after all',
    response: { 200: Deletion },
  }),
} as const satisfies CallTable
