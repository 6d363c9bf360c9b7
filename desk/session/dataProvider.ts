import simpleRestProvider from 'ra-data-simple-rest'
import type { DataProvider } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { Client } from './client.ts'
import type { OnShare } from './sendWithProgress.ts'

export type Purpose = 'picture' | 'file' | 'video' | 'webm' | 'captions'
export type Uploaded = { id: string; name: string; size: number; url: string | null }

export type DeskDataProvider = DataProvider & {
  /** A call that is none of react-admin's own. `path` is below /desk/api. */
  call: <Answer>(method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Answer>
  /** Sends a file that a record may name afterwards. */
  upload: (purpose: Purpose, file: File, onShare: OnShare) => Promise<Uploaded>
  /** Sends a file of JSON as the body of the call. */
  transfer: <Answer>(path: string, file: Blob, onShare: OnShare) => Promise<Answer>
}

/** What an upload field holds in a form: the id of an upload, or this for "take away". Else nothing changes. */
export const REMOVED = 'removed'

/** ra-data-simple-rest, and what the desk can do besides. */
export function makeDataProvider(client: Client): DeskDataProvider {
  const rest = simpleRestProvider(DESK_API_BASE, client.send)
  return {
    ...rest,
    // Without a range the desk answers 25 rows, whatever was asked for.
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
    call: async <Answer>(method: 'GET' | 'POST', path: string, body: unknown = {}) => {
      const options = method === 'GET' ? {} : { method, body: JSON.stringify(body) }
      const answer = await client.send(`${DESK_API_BASE}/${path}`, options)
      return answer.json as Answer
    },
    upload: async (purpose, file, onShare) => {
      const body = new FormData()
      body.append('file', file, file.name)
      return (await client.post(`${DESK_API_BASE}/uploads/${purpose}`, body, onShare)) as Uploaded
    },
    transfer: async <Answer>(path: string, file: Blob, onShare: OnShare) => {
      const body = new Blob([file], { type: 'application/json' })
      return (await client.post(`${DESK_API_BASE}/${path}`, body, onShare)) as Answer
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
