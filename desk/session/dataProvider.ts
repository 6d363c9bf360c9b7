import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import type { Upload } from '#contract/uploads.ts'
import { type ArgsOf, type CallRoute, type ResponseOf, requestOf } from './calls.ts'
import type { Client } from './client.ts'
import type { OnShare, OnStep } from './requests.ts'

export type DeskDataProvider = DataProvider & {
  /**
   * A call besides those of react-admin: `call(deskCalls.review.approve, { id })`.
   * @param onStep for a call whose response says how far the work is
   */
  call: <R extends CallRoute>(route: R, args: ArgsOf<R>, onStep?: OnStep) => Promise<ResponseOf<R>>
  /** Uploads a file that a record may name afterwards. */
  upload: (purpose: UploadPurpose, file: File, onShare: OnShare) => Promise<Upload>
}

/** The value of an upload field whose file is to be removed; otherwise it is the id of an upload, or empty. */
export const REMOVED = 'removed'

/** ra-data-simple-rest and the calls of the desk. */
export function makeDataProvider(client: Client): DeskDataProvider {
  const rest = simpleRestProvider(DESK_API_BASE, client.send)
  return {
    ...rest,
    // The range is needed: without one the desk responds with 25 rows.
    getMany: (resource, { ids, signal }) =>
      rest.getList(resource, {
        filter: { id: ids },
        pagination: { page: 1, perPage: Math.max(1, ids.length) },
        sort: { field: 'id', order: 'ASC' },
        signal,
      }),
    create: (resource, params) =>
      rest.create(resource, { ...params, data: withUploads(params.data) }),
    update: (resource, params) =>
      rest.update(resource, { ...params, data: withUploads(params.data) }),
    call: async <R extends CallRoute>(route: R, args: ArgsOf<R>, onStep?: OnStep) => {
      const { path, options } = requestOf(route, args)
      const response = await client.send(`${DESK_API_BASE}${path}`, options, onStep)
      return response.json as ResponseOf<R>
    },
    upload: async (purpose, file, onShare) => {
      const body = new FormData()
      body.append('file', file, file.name)
      const { path } = requestOf(deskCalls.uploads.create, { purpose })
      return (await client.post(`${DESK_API_BASE}${path}`, body, onShare)) as Upload
    },
  }
}

function withUploads(data: object): Record<string, unknown> {
  const sent = Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    if (!name.endsWith('_upload')) return [[name, value]]
    if (value === REMOVED) return [[name, null]]
    return value ? [[name, value]] : []
  })
  return Object.fromEntries(sent) as Record<string, unknown>
}
