import { create as contentDisposition } from 'content-disposition'
import { type Deletion, type Export, personalDataCalls } from '#contract/personalData.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { assertOwnKey } from '../../../files/fileStore.ts'
import { clientOf } from '../../../http/client.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { sendStored } from '../../../http/plugins/storedFile.ts'
import { secretText, sha256 } from '../../../text/secrets.ts'
import { iso } from '../../../text/time.ts'
import { type Call, type CallRead, changing, type Reply, routesOn } from '../../../work/work.ts'
import { findUser, lockSuperusers, type User } from '../repository.ts'
import { changeOwn, lockCaller, ofCaller } from '../sessions/caller.ts'
import { isLastSuperuser, scheduleDeletion, withdrawDeletion } from './eraser.ts'
import {
  type ExportRow,
  findExport,
  insertExport,
  saveTicket,
  spendTicket,
} from './exportRepository.ts'

export const EXPORTS_PER_DAY = 3

type Sent<Name extends keyof typeof personalDataCalls> = Call<(typeof personalDataCalls)[Name]>

/** Effects of an account's deletion on the rows of other modules. */
type Forecast = (w: HasDb, user: User['id']) => Promise<Omit<Deletion, 'due_at'>>
type Forecasting = { readonly forecast: Forecast }
type DeletionDeps = Deps & Forecasting

const DAY_MINUTES = 24 * 60

/** The archive with a member's data, and the deletion of the account. */
export function personalDataRoutes(member: App, deps: Deps, forecast: Forecast): void {
  const route = routesOn(member, { ...deps, forecast }, personalDataCalls)
  route('getExport', getExport)
  route('requestExport', requestExport, limited(EXPORTS_PER_DAY, DAY_MINUTES))
  route('linkToExport', linkToExport, limited(20, 60))
  route('getDeletion', getDeletion)
  route('requestDeletion', requestDeletion, limited(10, 60))
  route('withdrawDeletion', withdraw, limited(10, 60))
}

/** The download of an archive: a browser fetches it as a page, without a token. */
export function exportFileRoutes(open: App, deps: Deps): void {
  const route = routesOn(open, deps, personalDataCalls)
  route('downloadExport', downloadExport, limited(60, 10))
}

const NONE: Export = { state: 'none', requested_at: null, expires_at: null, size: null }

function presentExport({ now }: Read, row: ExportRow | undefined): Export {
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return NONE
  const { requested_at, ready_at, failed_at, expires_at, size } = row
  const state = ready_at !== null ? 'ready' : failed_at !== null ? 'failed' : 'pending'
  return { state, requested_at: iso(requested_at), expires_at: iso(expires_at), size }
}

const getExport = async (w: CallRead, { memberId }: Sent<'getExport'>) =>
  presentExport(w, await findExport(w, memberId))

const requestExport = ofCaller(async (w, { memberId }: Sent<'requestExport'>) => {
  const { row, isNew } = await insertExport(w, memberId)
  if (isNew) await w.note('export_requested')
  return presentExport(w, row)
})

const linkToExport = ofCaller(async (w, { memberId }: Sent<'linkToExport'>) => {
  const row = await findExport(w, memberId)
  if (row === undefined || presentExport(w, row).state !== 'ready') throw errors.notFound()
  const ticket = secretText()
  await saveTicket(w, row.id, sha256(ticket))
  await w.note('export_downloaded')
  return { ticket }
})

async function downloadExport(
  w: CallRead,
  request: Sent<'downloadExport'>,
  reply: Reply<(typeof personalDataCalls)['downloadExport']>,
) {
  const archive = await spendTicket(w, sha256(request.params.ticket))
  if (archive === undefined || archive.file_key === null) throw errors.notFound()
  assertOwnKey(archive.file_key)
  return sendStored(reply, w.files, {
    key: archive.file_key,
    mediaType: 'application/zip',
    etag: `"export-${archive.id}"`,
    cacheControl: 'private, no-store',
    headers: { 'content-disposition': contentDisposition('discordia-my-data.zip') },
  })
}

async function presentDeletion(w: HasDb & Forecasting, user: User['id']) {
  const { deletion_due_at = null } = (await findUser(w, user)) ?? {}
  return { due_at: iso(deletion_due_at), ...(await w.forecast(w, user)) }
}

const getDeletion = (w: DeletionDeps & Read, { memberId }: Sent<'getDeletion'>) =>
  presentDeletion(w, memberId)

async function requestDeletion(w: DeletionDeps & Read, request: Sent<'requestDeletion'>) {
  const { memberId, log, ip } = request
  const response = await changing(w, async (w) => {
    const superusers = await lockSuperusers(w)
    const user = await lockCaller(w, request)
    if (isLastSuperuser(superusers, memberId)) throw refusal(409, 'last_superuser')
    await scheduleDeletion(w, user, clientOf(request))
    return presentDeletion(w, memberId)
  })
  w.security.report(log, 'deletion_requested', { account: memberId, ip })
  return response
}

const withdraw = (w: DeletionDeps & Read, request: Sent<'withdrawDeletion'>) =>
  changeOwn(w, request, async (w) => {
    if (await withdrawDeletion(w, w.user, w.client)) w.report('deletion_withdrawn')
    return presentDeletion(w, w.user.id)
  })
